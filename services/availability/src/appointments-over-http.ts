import { CLAIMS_PAGE, internalOperations } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { z } from 'zod'
import { OlderRelease } from './catch-up.ts'
import type { AppointmentsReader } from './use-cases/deps.ts'

const LIMIT_MS = 10_000

/** Reads claims and applications of the appointments service over HTTP. */
export function appointmentsOverHttp(url: string, tokens: InternalTokens): AppointmentsReader {
  async function ask<Id extends 'readClaims' | 'readPublishedApplications' | 'readUnapplied'>(
    id: Id,
    body: unknown,
  ): Promise<z.output<(typeof internalOperations)[Id]['response']>> {
    const operation = internalOperations[id]
    const response = await callInternal(operation, { url, tokens, body, limitMs: LIMIT_MS })
    if (response.status === 404) throw new OlderRelease(`${id} is unknown to the appointments service`)
    if (!response.ok) throw new Error(`${id} failed with ${response.status}`)
    return operation.response.parse(await response.json()) as z.output<
      (typeof internalOperations)[Id]['response']
    >
  }

  const pageAfter = (after: unknown) => ({ limit: CLAIMS_PAGE, ...(after !== undefined && { after }) })

  async function* claims() {
    for (let after: unknown; ;) {
      const { holders } = await ask('readClaims', pageAfter(after))
      yield holders
      if (holders.length < CLAIMS_PAGE) return
      after = holders.at(-1)?.holder
    }
  }

  async function* applications() {
    for (let after: unknown; ;) {
      const { applications: page } = await ask('readPublishedApplications', pageAfter(after))
      yield page
      if (page.length < CLAIMS_PAGE) return
      after = page.at(-1)?.application.id
    }
  }

  const unapplied = async () => (await ask('readUnapplied', { subscriber: 'availability' })).eventIds

  return { claims, applications, unapplied }
}
