import { createBoundedCache, type Clock, type Log } from '@appointments/runtime'
import type { CallService } from '../proxy/call-service.ts'

const CACHED_MS = 30_000
const MAX_CACHED = 1000
/** Default of the application setting. */
const DEFAULT_PER_HOUR = 1000

interface Deps {
  call: CallService
  tenancy: 'required' | 'optional'
  clock: Clock
  log: Log
}

/** How many passwords a client may request per hour, and which requests share that limit. */
export interface Allowance {
  perHour: number
  /** One scope for each application; all applications unknown to the appointments service share one. */
  scope: string
  /** Whether the client does not vouch for the application, because it belongs to another organization. */
  isForeign: boolean
}

const fallback: Allowance = { perHour: DEFAULT_PER_HOUR, scope: 'unknown', isForeign: false }

/**
 * Asks the appointments service how many one-time passwords an application lets a client request, and caches the
 * response for 30 seconds. While the service is unavailable, the default applies.
 */
export function createOtpAllowances({ call, tenancy, clock, log }: Deps) {
  const known = createBoundedCache<Allowance>(MAX_CACHED)
  const allowanceOf = async (
    applicationId: string,
    organizationId: string | undefined,
  ): Promise<Allowance> => {
    const { body } = await call('readOtpAllowance', {
      applicationId,
      ...(organizationId !== undefined && { organizationId }),
    })
    if (body?.perHour === undefined) return fallback
    const { perHour, isForeign = false } = body
    return { perHour, scope: `application/${applicationId}`, isForeign }
  }
  /** @param organizationId the organization of the client, if it has one */
  return async (applicationId: string, organizationId: string | undefined): Promise<Allowance> => {
    if (organizationId === undefined && tenancy === 'required') return { ...fallback, isForeign: true }
    const key = JSON.stringify([applicationId, organizationId])
    const now = clock.now().getTime()
    const remembered = known.get(key, now)
    if (remembered) return remembered
    try {
      const allowance = await allowanceOf(applicationId, organizationId)
      known.set(key, allowance, now + CACHED_MS)
      return allowance
    } catch (error) {
      log.debug({ err: error }, 'the limit of one-time passwords could not be read; the default applies')
      return fallback
    }
  }
}
export type OtpAllowances = ReturnType<typeof createOtpAllowances>
