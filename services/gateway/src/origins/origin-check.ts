import type { Request } from 'express'
import { problem } from '@appointments/contracts'
import type { AllowedOrigins } from './allowed-origins.ts'

/**
 * Rejects the request of a page whose origin the application in the request does not allow. Requests of the system's
 * own pages, and of programs that are not browsers, pass.
 * @param applicationOf reads the application in the request; called only if the origin matters
 * @throws Problem ORIGIN_NOT_ALLOWED
 */
export type RequireOrigin = (request: Request, applicationOf: () => unknown) => Promise<void>

/** @param publicUrl the gateway's URL as clients see it */
export function createOriginCheck(origins: AllowedOrigins, publicUrl: string): RequireOrigin {
  const ownOrigin = new URL(publicUrl).origin
  // the system may have other addresses than the public one, and its pages work at each of them
  const isOwn = (origin: string, { host }: Request) =>
    origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === host)

  return async (request, applicationOf) => {
    const { origin } = request.headers
    if (origin === undefined || isOwn(origin, request) || origins.isConfigured(origin)) return
    const application = await applicationOf()
    // the service rejects a request without an application, unless it names an appointment, which needs a token
    if (typeof application !== 'string' || origins.mayCall(origin, application)) return
    throw problem('ORIGIN_NOT_ALLOWED')
  }
}
