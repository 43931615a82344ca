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
    entrance.serve(
      {
        url,
        headers: { authorization: caller, 'x-request-id': name },
        socket: {},
      } as never as IncomingMessage,
      response as never as ServerResponse,
    )
    return response
  }
  return { entrance, begun, rejected, arrive, pass: (ms: number) => (time += ms) }
}

/** Lets the entrance see that connections have stopped coming, and begin what waits. */
const settled = async () => {
  await nextTurn()
  await nextTurn()
}

describe('the entrance [H2.3]', () => {
  it('begins a request at once if nothing else is going on', async () => {
    const { begun, arrive } = anEntrance()
    arrive('a1')
    await nextTurn()
    expect(begun).toEqual(['a1'])
  })

  it('begins no request while connections keep coming, but not for longer than 250 ms', async () => {
    const { entrance, begun, arrive, pass } = anEntrance()
    entrance.connected()
    arrive('a1')
    for (let turn = 0; turn < 10; turn += 1) {
      await nextTurn()
      entrance.connected()
      expect(begun).toEqual([])
    }
    pass(251)
    await nextTurn()
    expect(begun).toEqual(['a1'])
  })

  it('begins the requests that wait in turns by caller', async () => {
    const { entrance, begun, arrive } = anEntrance()
    entrance.connected()
    for (const name of ['a1', 'a2', 'a3']) arrive(name)
    arrive('b1', 'bob')
    await settled()
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('begins at least 64 requests in a turn, and the others in later turns once its time is over', async () => {
    const { entrance, begun, arrive } = anEntrance({ beginTakesMs: 1 })
    entrance.connected()
    const names = Array.from({ length: 70 }, (_, index) => `a${index}`)
    for (const name of names) arrive(name)
    await nextTurn()
    await nextTurn()
    expect(begun).toHaveLength(64)
    await nextTurn()
    expect(begun).toEqual(names)
  })

  it('begins requests for half as long as connections have held them up', async () => {
    const { entrance, begun, arrive, pass } = anEntrance({ beginTakesMs: 1 })
    entrance.connected()
    for (let count = 0; count < 200; count += 1) arrive(`a${count}`)
    pass(240)
    await nextTurn()
    await nextTurn()
    expect(begun).toHaveLength(120)
  })

  it('rejects the newest requests of the busiest caller when requests wait for too long and more arrive', async () => {
    const { entrance, begun, rejected, arrive, pass } = anEntrance()
    entrance.connected()
    arrive('b1', 'bob')
    for (let count = 0; count < 80; count += 1) arrive(`a${count}`)
    pass(1001)
    arrive('standing')
    pass(500)
    arrive('newest')
    await settled()
    expect(begun).toContain('b1')
    expect(begun).toContain('a0')
    expect(rejected).toContain('newest')
    // the requests of one turn may wait
    expect([begun.length, rejected.length]).toEqual([64, 19])
  })

  it('forgets a request whose client has left', async () => {
    const { entrance, begun, rejected, arrive } = anEntrance()
    entrance.connected()
    const response = arrive('a1')
    arrive('a2')
    response.destroyed = true
    response.emit('close')
    await settled()
    expect({ begun, rejected }).toEqual({ begun: ['a2'], rejected: [] })
  })

  it('never lets a health check wait', () => {
    const { entrance, begun, arrive } = anEntrance()
    entrance.connected()
    arrive('probe', '', '/health/live')
    expect(begun).toEqual(['probe'])
  })
})
