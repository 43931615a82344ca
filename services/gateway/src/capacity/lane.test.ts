import { describe, expect, it } from 'vitest'
import { Problem, problem } from '@appointments/contracts'
import { createLane } from './lane.ts'
import { createLimit } from './limit.ts'

const ann = { organization: 'org-1', caller: 'ann' }
const bob = { organization: 'org-2', caller: 'bob' }

/** A lane whose only slot is in use, with a clock that the test advances. */
async function fullLane() {
  let time = 0
  const rejected: string[] = []
  const lane = createLane({
    limit: createLimit({ most: 1, now: () => time }),
    deadlineMs: 5000,
    now: () => time,
    watch: { inFlight() {}, waiting() {}, rejected: (reason) => rejected.push(reason) },
  })
  const outcomes: string[] = []
  const enter = (name: string, party = ann, signal = new AbortController().signal) =>
    lane.enter(party, signal, 'book').then(
      (leave) => {
        outcomes.push(name)
        return leave
      },
      (error: unknown) => {
        outcomes.push(`${name} ${error instanceof Problem ? error.code : 'failed'}`)
        return () => {}
      },
    )
  const leave = await lane.enter(ann, new AbortController().signal, 'book')
  return { enter, leave, outcomes, rejected, lane, pass: (ms: number) => (time += ms) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a lane [H2.3]', () => {
  it('assigns its slot to callers in turns', async () => {
    const { enter, leave, outcomes } = await fullLane()
    const [first, second, other] = [enter('a1'), enter('a2'), enter('b1', bob)]
    leave()
    ;(await first)()
    ;(await other)()
    ;(await second)()
    expect(outcomes).toEqual(['a1', 'b1', 'a2'])
  })

  it('serves a burst of 500, and delays another caller by one turn only', async () => {
    const { enter, leave, outcomes, pass, rejected } = await fullLane()
    const served = async (name: string, party = ann) => {
      const leaveNow = await enter(name, party)
      pass(8)
      if (outcomes.length === 250) others.push(served('b', bob))
      leaveNow()
    }
    const others: Promise<void>[] = []
    const burst = Array.from({ length: 500 }, (_, i) => served(`a${i}`))
    leave()
    await Promise.all([...burst, ...others])
    expect(outcomes).toHaveLength(501)
    // one turn later than the request that was next when it arrived
    expect(outcomes.indexOf('b')).toBeLessThanOrEqual(251)
    expect(rejected).toEqual([])
  })

  /** One caller sends `ratio` requests for each one that the service completes in 8 ms. @returns the outcomes */
  async function sendFaster({ ratio, requests }: { ratio: number; requests: number }) {
    const { enter, leave, outcomes, pass, rejected } = await fullLane()
    let sent = 0
    const send = () => {
      for (let count = 0; count < ratio && sent < requests; count += 1) {
        sent += 1
        void serve(`a${sent}`)
      }
    }
    const serve = async (name: string) => {
      const leaveNow = await enter(name)
      if (outcomes.at(-1) === name) {
        pass(8)
        send()
      }
      leaveNow()
    }
    send()
    leave()
    while (outcomes.length < requests) await settled()
    return { outcomes, rejected }
  }

  it('serves a burst of one caller whose requests keep arriving for three seconds', async () => {
    const { outcomes, rejected } = await sendFaster({ ratio: 2, requests: 800 })
    expect(outcomes).toHaveLength(800)
    expect(rejected).toEqual([])
  })

  it('sheds the newest requests of a caller that keeps sending three times the capacity', async () => {
    const { outcomes, rejected } = await sendFaster({ ratio: 3, requests: 3000 })
    expect(rejected.length).toBeGreaterThan(1000)
    expect(new Set(rejected)).toEqual(new Set(['overload']))
    const firstShed = outcomes.findIndex((outcome) => outcome.endsWith('UNAVAILABLE'))
    // the service completes this many in three seconds
    expect(firstShed).toBeGreaterThan(3000 / 8)
  })

  it('sheds the newest requests of the busiest caller while the queue is standing and grows', async () => {
    const { enter, outcomes, pass, rejected } = await fullLane()
    for (const name of ['a1', 'a2', 'a3']) void enter(name)
    pass(1001)
    void enter('b1', bob)
    pass(499)
    void enter('b2', bob)
    await settled()
    expect(outcomes).toEqual([])
    pass(1)
    void enter('b3', bob)
    await settled()
    // nothing leaves the lane, so no more may wait than are in flight
    expect(outcomes).toHaveLength(5)
    expect(outcomes).toContain('a3 UNAVAILABLE')
    expect(rejected).toEqual(Array<string>(5).fill('overload'))
  })

  it('rejects the busiest caller at once while it sheds, but no caller with fewer requests', async () => {
    const { enter, pass, lane } = await fullLane()
    void enter('a1')
    expect(() => lane.requireCapacity(ann)).not.toThrow()
    pass(1001)
    void enter('a2')
    pass(500)
    void enter('a3')
    await settled()
    expect(() => lane.requireCapacity(ann)).toThrow('UNAVAILABLE')
    expect(() => lane.requireCapacity(bob)).not.toThrow()
    pass(1001)
    expect(() => lane.requireCapacity(ann)).not.toThrow()
  })

  it('does not shed once the oldest request has left', async () => {
    const { enter, leave, outcomes, pass, rejected } = await fullLane()
    const first = enter('a1')
    pass(1050)
    void enter('b1', bob)
    leave()
    await first
    pass(60)
    void enter('b2', bob)
    await settled()
    expect(outcomes).toEqual(['a1'])
    expect(rejected).toEqual([])
  })

  it('drops a waiting request when its deadline passes or its client leaves', async () => {
    const { enter, leave, outcomes, rejected } = await fullLane()
    const [time, client] = [new AbortController(), new AbortController()]
    void enter('late', ann, time.signal)
    void enter('left', ann, client.signal)
    const next = enter('next')
    time.abort()
    client.abort(problem('VALIDATION_FAILED'))
    leave()
    await next
    expect(outcomes).toEqual(['late DEADLINE_EXCEEDED', 'left VALIDATION_FAILED', 'next'])
    expect(rejected).toEqual(['deadline', 'left'])
  })

  it('frees a slot once even if it is released twice', async () => {
    const { enter, leave, outcomes } = await fullLane()
    leave()
    leave()
    await enter('a1')
    void enter('a2')
    await settled()
    expect(outcomes).toEqual(['a1'])
  })
})
