import { internalOperations } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { FindUnknownCalendars } from './use-cases/deps.ts'

const LIMIT_MS = 800

/**
 * Asks the availability service over HTTP which of the given holiday calendars do not exist. Any failure counts as no
 * reply.
 */
export function unknownCalendarsOverHttp(
  availabilityUrl: string,
  tokens: InternalTokens,
): FindUnknownCalendars {
  const operation = internalOperations.findUnknownCalendars
  const ask: FindUnknownCalendars = async (organizationId, ids) => {
    const body = { organizationId, ids }
    const response = await callInternal(operation, { url: availabilityUrl, tokens, body, limitMs: LIMIT_MS })
    return operation.response.parse(await response.json()).unknown
  }
  return (...about) => ask(...about).catch(() => undefined)
}
