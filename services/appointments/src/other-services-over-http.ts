import { internal, internalOperations } from '@appointments/contracts'
import { CALLER_HEADER, type InternalTokens } from '@appointments/credentials'
import { contextHeaders, timeLeft } from '@appointments/runtime'
import type { OtherServices, Reply } from './use-cases/settle-slots.ts'

const LIMIT_MS = 2000

/** Asks the other services over HTTP. Any failure counts as no reply, so that nothing changes. */
export function otherServicesOverHttp(
  urls: Record<'participants' | 'notifications', string>,
  tokens: InternalTokens,
): OtherServices {
  const ask = async (
    operation: 'readAssignments' | 'readAppliedVersions',
    body: { ids: readonly string[]; endClaimsOf?: readonly string[] },
  ) => {
    const { owner, path, method, response: schema } = internalOperations[operation]
    const response = await fetch(urls[owner] + internal.base + path, {
      method,
      headers: {
        'content-type': 'application/json',
        [CALLER_HEADER]: tokens.sign({ roles: [] }),
        ...contextHeaders(),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(Math.min(LIMIT_MS, Math.ceil(timeLeft(LIMIT_MS)))),
    })
    // the previous release does not have this operation
    if (response.status === 404) return 'unsupported'
    return schema.safeParse(await response.json()).data
  }
  const reply = (...request: Parameters<typeof ask>): Promise<Reply> => ask(...request).catch(() => undefined)
  return {
    readAssignments: (ids, endClaimsOf) => reply('readAssignments', { ids, endClaimsOf }),
    readAppliedVersions: (ids) => reply('readAppliedVersions', { ids }),
  }
}
