import { internalOperations } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { EndedDecision, OtherServices, Reply } from './use-cases/settle-slots.ts'

const LIMIT_MS = 2000

/** Asks the other services over HTTP. Any failure counts as no reply, so that nothing changes. */
export function otherServicesOverHttp(
  urls: Record<'participants' | 'notifications', string>,
  tokens: InternalTokens,
): OtherServices {
  const ask = async (
    operation: 'readAssignments' | 'readAppliedVersions',
    body: {
      ids: readonly string[]
      endClaimsOf?: readonly string[]
      endDecisions?: readonly EndedDecision[]
    },
  ) => {
    const called = internalOperations[operation]
    const response = await callInternal(called, { url: urls[called.owner], tokens, body, limitMs: LIMIT_MS })
    return called.response.safeParse(await response.json()).data
  }
  const reply = (...request: Parameters<typeof ask>): Promise<Reply> => ask(...request).catch(() => undefined)
  return {
    readAssignments: (ids, endClaimsOf, endDecisions) =>
      reply('readAssignments', { ids, endClaimsOf, endDecisions }),
    readAppliedVersions: (ids) => reply('readAppliedVersions', { ids }),
  }
}
