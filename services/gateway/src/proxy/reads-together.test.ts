import { expect, it } from 'vitest'
import { limits, problem } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import { joinResponses } from '@appointments/http'
import { startDeadline } from './deadline.ts'
import type { UpstreamAnswer } from './exchange.ts'
import { readsTogether } from './reads-together.ts'
import type { UpstreamRequest } from './upstream.ts'

/** The owner as it is asked, answering when a test wants it to. */
function watchedOwner() {
  const asked: (UpstreamRequest & { answer: (answer: UpstreamAnswer) => void })[] = []
  const send = (request: UpstreamRequest) =>
    new Promise<UpstreamAnswer>((answer) => void asked.push({ ...request, answer }))
  const enter = () => Promise.resolve(() => undefined)
  const read = readsTogether({ send, enter, exchange: send, countShed: () => undefined })({
    name: 'v2',
    base: '/appointments',
  })
  return {
    asked,
    /** Reads an appointment; resolves with its body. */
    read: (id: string, deadline = startDeadline(1000), caller = 'token') =>
      read
        .send({
          method: 'GET',
          path: `/appointments/${id}`,
          headers: { [CALLER_HEADER]: caller },
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

it('answers nobody with what was asked for before they came', async () => {
  const { asked, read } = watchedOwner()
  const early = [read('a'), read('a')]
  await turn()
  const late = [read('a'), read('a')]
  await turn()
  expect(asked).toHaveLength(2)
  asked[0]?.answer(together('old', 'old'))
  asked[1]?.answer(together('new', 'new'))
  expect(await Promise.all([...early, ...late])).toEqual(['old', 'old', 'new', 'new'])
})

it('goes on for the others where a client goes away, and ends with the last of them', async () => {
  const { asked, read } = watchedOwner()
  const [gone, staying] = [startDeadline(1000), startDeadline(1000)]
  const answers = Promise.allSettled([read('a', gone), read('b', staying)])
  await turn()
  gone.cancel()
  expect(asked[0]?.deadline.signal.aborted).toBe(false)
  asked[0]?.answer(together('a', 'b'))
  expect(await answers).toMatchObject([
    { status: 'rejected', reason: problem('VALIDATION_FAILED', 'The client closed the connection.') },
    { status: 'fulfilled', value: 'b' },
  ])

  const [first, last] = [startDeadline(1000), startDeadline(1000)]
  const unwanted = Promise.allSettled([read('a', first), read('b', last)])
  await turn()
  first.cancel()
  last.cancel()
  await unwanted
  expect(asked[1]?.deadline.signal).toMatchObject({ aborted: true, reason: last.signal.reason as unknown })
})

it('lasts as long as the read that has the most time, and each no longer than its own', async () => {
  const { asked, read } = watchedOwner()
  const answers = Promise.allSettled([read('a', startDeadline(20)), read('b', startDeadline(1000))])
  await turn()
  expect(asked[0]?.deadline.remainingMs()).toBeGreaterThan(500)
  await new Promise((resolve) => setTimeout(resolve, 50))
  asked[0]?.answer(together('a', 'b'))
  expect(await answers).toMatchObject([
    { status: 'rejected', reason: { code: 'UNAVAILABLE' } },
    { status: 'fulfilled', value: 'b' },
  ])
})

it('asks for a read with a long token alone, so that the others stay within the length of a body [H2.6]', async () => {
  const { asked, read } = watchedOwner()
  const token = (length: number) => 'x'.repeat(length)
  const lengths = [8000, 2000, ...Array.from({ length: 62 }, () => 1200)]
  const answers = lengths.map((length, place) => read(`a-${place}`, startDeadline(1000), token(length)))
  await turn()
  const alone = asked.filter(({ method }) => method === 'GET')
  const [batch, ...more] = asked.filter(({ method }) => method === 'POST')
  expect(alone.map(({ path }) => path)).toEqual(['/appointments/a-0', '/appointments/a-1'])
  expect(more).toEqual([])
  expect(JSON.parse(String(batch?.body))).toHaveLength(62)
  expect(batch?.body?.length).toBeLessThanOrEqual(limits.bodyBytes)
  for (const { answer } of alone) answer({ status: 200, headers: {}, body: Buffer.from('alone') })
  batch?.answer(together(...lengths.slice(2).map(() => 'short')))
  expect(await Promise.all(answers)).toEqual(['alone', 'alone', ...lengths.slice(2).map(() => 'short')])
})
