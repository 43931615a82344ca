import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createEntrance } from './entrance.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** An entrance whose clock the test advances, and the names of the requests that it has begun and rejected. */
function anEntrance({ beginTakesMs = 0 } = {}) {
  let time = 0
  const begun: string[] = []
  const rejected: string[] = []
  const nameOf = ({ headers }: IncomingMessage) => String(headers['x-request-id'])
  const entrance = createEntrance({
    deadlineMs: 5000,
    serve(request) {
      begun.push(nameOf(request))
      time += beginTakesMs
    },
    reject: (request) => void rejected.push(nameOf(request)),
    now: () => time,
  })
  const arrive = (name: string, caller = 'ann', url = '/api/v2/appointments') => {
    const response = Object.assign(new EventEmitter(), { destroyed: false })
    entrance(
      {
        url,
        headers: { authorization: caller, 'x-request-id': name },
        socket: {},
      } as never as IncomingMessage,
      response as never as ServerResponse,
    )
    return response
  }
  return { begun, rejected, arrive, pass: (ms: number) => (time += ms) }
}

describe('the entrance [H2.3]', () => {
  it('begins a request at once if nothing else is going on', async () => {
    const { begun, arrive } = anEntrance()
    arrive('a1')
    await nextTurn()
    expect(begun).toEqual(['a1'])
  })

  it('begins waiting requests in turns by caller', async () => {
    const { begun, arrive } = anEntrance()
    for (const name of ['a1', 'a2', 'a3']) arrive(name)
    arrive('b1', 'bob')
    await nextTurn()
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('begins at least 64 requests in a turn, and the others in later turns once its time is over', async () => {
    const { begun, arrive } = anEntrance({ beginTakesMs: 1 })
    const names = Array.from({ length: 70 }, (_, index) => `a${index}`)
    for (const name of names) arrive(name)
    await nextTurn()
    expect(begun).toHaveLength(64)
    await nextTurn()
    expect(begun).toEqual(names)
  })

  it('begins requests for 10 ms in a turn, even if these are more than 64', async () => {
    const { begun, arrive } = anEntrance({ beginTakesMs: 0.125 })
    for (let count = 0; count < 100; count += 1) arrive(`a${count}`)
    await nextTurn()
    expect(begun).toHaveLength(80)
  })

  it('begins only 16 requests in a turn that is over 20 ms late', async () => {
    const { begun, arrive, pass } = anEntrance({ beginTakesMs: 1 })
    for (let count = 0; count < 70; count += 1) arrive(`a${count}`)
    pass(21)
    await nextTurn()
    expect(begun).toHaveLength(16)
    await nextTurn()
    expect(begun).toHaveLength(70)
  })

  it('rejects the newest requests of the busiest caller when requests wait for too long and more arrive', async () => {
    const { begun, rejected, arrive, pass } = anEntrance()
    arrive('b1', 'bob')
    for (let count = 0; count < 80; count += 1) arrive(`a${count}`)
    pass(1001)
    arrive('standing')
    pass(500)
    arrive('newest')
    await nextTurn()
    // they are rejected a turn after they were shed
    await nextTurn()
    expect(begun).toContain('b1')
    expect(begun).toContain('a0')
    expect(rejected).toContain('newest')
    // the requests of one turn may wait
    expect([begun.length, rejected.length]).toEqual([64, 19])
  })

  it('forgets a request whose client has left', async () => {
    const { begun, rejected, arrive } = anEntrance()
    const response = arrive('a1')
    arrive('a2')
    response.destroyed = true
    response.emit('close')
    await nextTurn()
    expect({ begun, rejected }).toEqual({ begun: ['a2'], rejected: [] })
  })

  it('never lets a health check wait', () => {
    const { begun, arrive } = anEntrance()
    arrive('probe', '', '/health/live')
    expect(begun).toEqual(['probe'])
  })
})
