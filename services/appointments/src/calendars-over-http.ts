import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { FindUnknownCalendars } from './use-cases/deps.ts'

const LIMIT_MS = 800

/**
 * Asks the availability service over HTTP which of the given holiday calendars do not exist. Any failure counts as no
 * reply.
 */
export const unknownCalendarsOverHttp =
  (url: string, tokens: InternalTokens): FindUnknownCalendars =>
  (organizationId, ids) => {
    const body = { organizationId, ids: [...ids] }
    return callInternal('findUnknownCalendars', { url, tokens, body, limitMs: LIMIT_MS }).then(
      ({ unknown }) => unknown,
      () => undefined,
    )
  }
