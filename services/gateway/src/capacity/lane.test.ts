import { describe, expect, it } from 'vitest'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'
import { createLane } from './lane.ts'

const ann = { organization: 'org-1', caller: 'ann' }
const bob = { organization: 'org-2', caller: 'bob' }

/** A lane whose only slot is in use, with a clock that the test advances. */
async function fullLane() {
  let time = 0
  let shed = 0
  const lane = createLane({ slots: 1, now: () => time, onShed: () => (shed += 1) })
  const outcomes: string[] = []
  const enter = (name: string, party = ann, signal = new AbortController().signal) =>
    lane.enter(party, signal).then(
      (leave) => {
        outcomes.push(name)
        return leave
      },
      (error: unknown) => {
        outcomes.push(error instanceof UpstreamFailure ? `${name} shed` : `${name} failed`)
        return () => {}
      },
    )
  const leave = await lane.enter(ann, new AbortController().signal)
  return { enter, leave, outcomes, shed: () => shed, pass: (ms: number) => (time += ms) }
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

  it('serves a burst despite long waits if no further requests arrive', async () => {
    const { enter, leave, outcomes, pass, shed } = await fullLane()
    const burst = Array.from({ length: 500 }, (_, i) => enter(`a${i}`))
    leave()
    for (const one of burst) {
      pass(8)
      ;(await one)()
    }
    expect(outcomes).toHaveLength(500)
    expect(shed()).toBe(0)
  })

  it('sheds the newest request of the busiest caller while the queue is standing', async () => {
    const { enter, outcomes, pass, shed } = await fullLane()
    for (const name of ['a1', 'a2', 'a3']) void enter(name)
    pass(1001)
    void enter('b1', bob)
    pass(99)
    void enter('b2', bob)
    await settled()
    expect(outcomes).toEqual([])
    pass(1)
    void enter('b3', bob)
    await settled()
    expect(outcomes).toHaveLength(1)
    void enter('b4', bob)
    await settled()
    expect(shed()).toBe(2)
    expect(new Set(outcomes)).toEqual(new Set(['a3 shed', 'b4 shed']))
  })

  it('does not shed once the oldest request has left', async () => {
    const { enter, leave, outcomes, pass, shed } = await fullLane()
    const first = enter('a1')
    pass(1050)
    void enter('b1', bob)
    leave()
    await first
    pass(60)
    void enter('b2', bob)
    await settled()
    expect(outcomes).toEqual(['a1'])
    expect(shed()).toBe(0)
  })

  it('drops a waiting request when its signal aborts', async () => {
    const { enter, leave, outcomes } = await fullLane()
    const time = new AbortController()
    void enter('late', ann, time.signal)
    const next = enter('next')
    time.abort()
    leave()
    await next
    expect(outcomes).toEqual(['late shed', 'next'])
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
