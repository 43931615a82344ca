import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { OtherServices } from './use-cases/settle-slots.ts'

const LIMIT_MS = 2000

/** Asks the other services over HTTP. Any failure counts as no reply, so that nothing changes. */
export function otherServicesOverHttp(
  { participants, notifications }: Record<'participants' | 'notifications', string>,
  tokens: InternalTokens,
): OtherServices {
  const call = { tokens, limitMs: LIMIT_MS }
  return {
    readAssignments(ids, endClaimsOf, endDecisions) {
      const body = { ids: [...ids], endClaimsOf: [...endClaimsOf], endDecisions: [...endDecisions] }
      return callInternal('readAssignments', { ...call, url: participants, body }).catch(() => undefined)
    },
    readAppliedVersions: (ids) =>
      callInternal('readAppliedVersions', { ...call, url: notifications, body: { ids: [...ids] } }).catch(
        () => undefined,
      ),
  }
}
