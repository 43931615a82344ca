import { expect, it } from 'vitest'
import { limits, problem } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { joinResponses } from '@appointments/http'
import { startDeadline } from './deadline.ts'
import type { UpstreamResponse } from './exchange.ts'
import { readsTogether } from './reads-together.ts'
import { Overloaded } from './upstream-failure.ts'
import type { UpstreamRequest } from './upstream.ts'

const ANN = { organization: 'org-1', caller: 'ann' }

/** An owner that records requests and responds when the test calls `respond`. */
function controlledOwner({ isShedding = false, isFull = false } = {}) {
  const requests: (UpstreamRequest & { respond: (response: UpstreamResponse) => void })[] = []
  const send = (request: UpstreamRequest) =>
    new Promise<UpstreamResponse>((respond) => void requests.push({ ...request, respond }))
  const enter = () => (isFull ? new Promise<never>(() => undefined) : Promise.resolve(() => undefined))
  const requireCapacity = () => {
    if (isShedding) throw new Overloaded()
  }
  const owner = { send, enter, exchange: send, countShedReads: () => undefined, requireCapacity }
  const read = readsTogether(owner)({
    name: 'v2',
    base: '/appointments',
  })
  return {
    requests,
    requireCapacity: read.requireCapacity,
    /** Reads an appointment; resolves with its body. */
    read: (id: string, deadline = startDeadline(1000), caller = 'token', party = ANN) =>
      read
        .send({
          method: 'GET',
          path: `/appointments/${id}`,
          headers: { [CALLER_HEADER]: caller },
          party,
          repeatable: true,
          deadline,
        })
        .then(({ body }) => body.toString())
        .finally(() => deadline.end()),
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))
const together = (...bodies: string[]) => ({
  status: 200,
  headers: {},
  body: Buffer.from(joinResponses(bodies.map((body) => ({ status: 200, headers: {}, body })))),
})

it('never serves a read from a request that was sent before the read arrived', async () => {
  const { requests, read } = controlledOwner()
  const early = [read('a'), read('a')]
  await turn()
  const late = [read('a'), read('a')]
  await turn()
  expect(requests).toHaveLength(2)
  requests[0]?.respond(together('old', 'old'))
  requests[1]?.respond(together('new', 'new'))
  expect(await Promise.all([...early, ...late])).toEqual(['old', 'old', 'new', 'new'])
})

it('a combined request continues if one client disconnects, and is aborted when the last one does', async () => {
  const { requests, read } = controlledOwner()
  const [gone, staying] = [startDeadline(1000), startDeadline(1000)]
  const responses = Promise.allSettled([read('a', gone), read('b', staying)])
  await turn()
  gone.cancel()
  expect(requests[0]?.deadline.signal.aborted).toBe(false)
  requests[0]?.respond(together('a', 'b'))
  expect(await responses).toMatchObject([
    { status: 'rejected', reason: problem('VALIDATION_FAILED', 'The client closed the connection.') },
    { status: 'fulfilled', value: 'b' },
  ])

  const [first, last] = [startDeadline(1000), startDeadline(1000)]
  const unwanted = Promise.allSettled([read('a', first), read('b', last)])
  await turn()
  first.cancel()
  last.cancel()
  await unwanted
  expect(requests[1]?.deadline.signal).toMatchObject({ aborted: true, reason: last.signal.reason as unknown })
})

it('a combined request lasts as long as its longest deadline, while each read ends at its own', async () => {
  const { requests, read } = controlledOwner()
  const responses = Promise.allSettled([read('a', startDeadline(20)), read('b', startDeadline(1000))])
  await turn()
  expect(requests[0]?.deadline.remainingMs()).toBeGreaterThan(500)
  await new Promise((resolve) => setTimeout(resolve, 50))
  requests[0]?.respond(together('a', 'b'))
  expect(await responses).toMatchObject([
    { status: 'rejected', reason: { code: 'DEADLINE_EXCEEDED' } },
    { status: 'fulfilled', value: 'b' },
  ])
})

it('sends a read with a long token separately, so that the others stay within the limit of a body [H2.6]', async () => {
  const { requests, read } = controlledOwner()
  const token = (length: number) => 'x'.repeat(length)
  const lengths = [8000, 2000, ...Array.from({ length: 62 }, () => 1200)]
  const responses = lengths.map((length, place) => read(`a-${place}`, startDeadline(1000), token(length)))
  await turn()
  const alone = requests.filter(({ method }) => method === 'GET')
  const [batch, ...more] = requests.filter(({ method }) => method === 'POST')
  expect(alone.map(({ path }) => path)).toEqual(['/appointments/a-0', '/appointments/a-1'])
  expect(more).toEqual([])
  expect(JSON.parse(String(batch?.body))).toHaveLength(62)
  expect(batch?.body?.length).toBeLessThanOrEqual(limits.bodyBytes)
  for (const { respond } of alone) respond({ status: 200, headers: {}, body: Buffer.from('alone') })
  batch?.respond(together(...lengths.slice(2).map(() => 'short')))
  expect(await Promise.all(responses)).toEqual(['alone', 'alone', ...lengths.slice(2).map(() => 'short')])
})

it('rejects a read of the busiest caller at once during an overload, but none of another caller', async () => {
  const { read, requireCapacity } = controlledOwner({ isShedding: true, isFull: true })
  const deadline = startDeadline(1000)
  const waiting = Promise.allSettled(Array.from({ length: 64 }, () => read('a', deadline)))
  await turn()
  expect(() => requireCapacity({ method: 'GET' }, ANN)).toThrow(Overloaded)
  expect(() => requireCapacity({ method: 'GET' }, { organization: 'org-2', caller: 'bob' })).not.toThrow()
  deadline.cancel()
  await waiting
})
