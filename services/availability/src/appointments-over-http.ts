import { CLAIMS_PAGE, type InternalOperation, type InternalRequest } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal, CallRejected } from '@appointments/http'
import { OlderRelease } from './catch-up.ts'
import type { AppointmentsReader } from './use-cases/deps.ts'

const LIMIT_MS = 10_000

/** Reads claims and applications of the appointments service over HTTP. */
export function appointmentsOverHttp(url: string, tokens: InternalTokens): AppointmentsReader {
  const ask = <Id extends InternalOperation>(id: Id, body: InternalRequest<Id>) =>
    callInternal(id, { url, tokens, body, limitMs: LIMIT_MS }).catch((error: unknown) => {
      if (!(error instanceof CallRejected) || error.status !== 404) throw error
      throw new OlderRelease(`${id} is unknown to the appointments service`)
    })

  async function* claims() {
    for (let after: InternalRequest<'readClaims'>['after']; ;) {
      const { holders } = await ask('readClaims', { limit: CLAIMS_PAGE, after })
      yield holders
      if (holders.length < CLAIMS_PAGE) return
      after = holders.at(-1)?.holder
    }
  }

  async function* applications() {
    for (let after: string | undefined; ;) {
      const { applications: page } = await ask('readPublishedApplications', { limit: CLAIMS_PAGE, after })
      yield page
      if (page.length < CLAIMS_PAGE) return
      after = page.at(-1)?.application.id
    }
  }

  const unapplied = async () => (await ask('readUnapplied', { subscriber: 'availability' })).eventIds

  return { claims, applications, unapplied }
}
