import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { topology } from '@appointments/contracts'
import { openapi } from '@appointments/documents'
import { welcomeAt } from '../support/access-policy.ts'
import { inParallel } from '../../src/in-parallel.ts'
import { faultsOf } from '../odd-requests/judge.ts'
import { oddRequests, type RequestDocument } from '../odd-requests/requests.ts'
import { publicOperations } from '../../src/operations.ts'
import { sendRaw, type RawRequest } from '../support/raw-request.ts'
import { sampleOf } from '../../src/sample-requests.ts'
import { startStagedSystem, type StagedSystem } from '../support/staged-system.ts'

/** Total requests, spread over the operations; `npm run odd-requests` sends 100,000. */
const REQUESTS = Number(process.env.ODD_REQUESTS ?? 1000)
const SEED = Number(process.env.ODD_SEED ?? 20_270_301)
const AT_A_TIME = 8
/** Requests about one appointment before it is replaced, unless one of them changes it earlier. */
const WITH_ONE_SUBJECT = 100
/** How long the gateway lets a request take. */
const DEADLINE_MS = 5000
const NOBODYS_BUSINESS = 'canary-of-another-organization'

const documents = {
  v1: openapi('v1', 'http://localhost') as unknown as RequestDocument,
  v2: openapi('v2', 'http://localhost') as unknown as RequestDocument,
}

let staged: StagedSystem

beforeAll(async () => {
  staged = await startStagedSystem(
    async (stage) => {
      const { id } = await stage.standing('foreign')
      await stage.auditor('PUT', '/api/v2/appointments', { id, title: NOBODYS_BUSINESS })
    },
    { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent' },
  )
  console.log(`odd requests: ${REQUESTS} with seed ${SEED}`)
})
afterAll(() => staged.close())

const each = Math.ceil(REQUESTS / publicOperations.length)
const rounds = Math.ceil(each / WITH_ONE_SUBJECT)

it.each(publicOperations)(
  '$name responds to odd requests as documented',
  { timeout: 600_000 },
  async (named) => {
    const caller = welcomeAt(named.name)
    const document = named.table === 'v1' ? documents.v1 : documents.v2
    for (let round = 0; round < rounds; round++) {
      const standing = await staged.stage.standing('own')
      // accepted settings must not change those that the other requests depend on
      const subject = named.id === 'putApplication' ? { ...standing, applicationId: 'app-odd' } : standing
      const authorization = staged.stage.authorizationOf(caller, subject)
      const arbitrary = oddRequests(named, sampleOf(named, subject), document)
      const numRuns = Math.min(WITH_ONE_SUBJECT, each - round * WITH_ONE_SUBJECT)
      const requests = fc.sample(arbitrary, { seed: SEED + round, numRuns })
      const judged = await inParallel(requests, AT_A_TIME, async (request) => {
        const faults = await judge({
          ...request,
          headers: { ...request.headers, ...(authorization !== undefined && { authorization }) },
        })
        return faults.map((fault) => ({ fault: fault.slice(-600), request: told(request) }))
      })
      expect(judged.flat().slice(0, 5)).toEqual([])
    }
  },
)

it('leaves nothing stuck: every event is applied, and no queue holds an unreadable message', async () => {
  await staged.databases.untilQuiet()
  const broker = await staged.system.connectBroker()
  try {
    for (const { name } of topology.queues) expect(await broker.deadLetters(name)).toEqual([])
  } finally {
    await broker.close()
  }
})

async function judge(request: RawRequest): Promise<string[]> {
  const startedAt = performance.now()
  const response = await sendRaw(staged.system.gatewayUrl, request)
  const tookMs = performance.now() - startedAt
  return [
    ...faultsOf(request, response, [NOBODYS_BUSINESS]),
    // twice the deadline, because sender and services share one machine
    ...(tookMs > 2 * DEADLINE_MS ? [`took ${Math.round(tookMs)} ms`] : []),
  ]
}

const told = ({ method, path, headers, body }: RawRequest) => ({
  method,
  path: path.slice(0, 500),
  headers,
  body: body?.toString().slice(0, 1000),
})
