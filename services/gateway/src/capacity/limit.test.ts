import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLane, type Lane } from './lane.ts'
import { createLimit } from './limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const { signal } = new AbortController()
const party = { organization: 'org-1', caller: 'ann' }

/** A service whose workers each take `workMs` for a request; further requests wait inside the service. */
function serviceWith(workers: number, workMs: number) {
  const service = { workers, workMs }
  let busy = 0
  const queue: (() => void)[] = []
  const next = () => {
    while (busy < service.workers) {
      const start = queue.shift()
      if (!start) return
      busy += 1
      start()
    }
  }
  const serve = (times = 1) =>
    new Promise<void>((resolve) => {
      queue.push(() =>
        setTimeout(() => {
          busy -= 1
          resolve()
          next()
        }, service.workMs * times),
      )
      next()
    })
  return { service, serve }
}

/** A lane to a service, and what the lane reports. */
function laneTo({ serve }: Pick<ReturnType<typeof serviceWith>, 'serve'>, most = 100) {
  const seen = { limit: 0, inFlight: 0, waiting: 0, overload: 0, left: 0, deadline: 0 }
  const lane: Lane = createLane({
    deadlineMs: 5000,
    limit: createLimit({ most, onChange: (by) => (seen.limit += by) }),
    watch: {
      inFlight: (by) => (seen.inFlight += by),
      waiting: (by) => (seen.waiting += by),
      rejected: (reason) => (seen[reason] += 1),
    },
  })
  const send = async (operation = 'book', times = 1, sender = party) => {
    const leave = await lane.enter(sender, signal, operation)
    await serve(times)
    leave('worked')
  }
  return { lane, seen, send }
}

/** A few requests, one after another, so that the lane knows how long they usually take. */
async function warmUp(send: () => Promise<void>) {
  for (let count = 0; count < 20; count += 1) {
    const sent = send()
    await vi.advanceTimersByTimeAsync(200)
    await sent
  }
}

/** Clients that each send the next request when the previous one has ended. @returns a function that stops them */
function clients(count: number, send: () => Promise<void>): () => void {
  const running = { isStopped: false }
  const loop = async () => {
    while (!running.isStopped) await send()
  }
  for (let started = 0; started < count; started += 1) void loop()
  return () => (running.isStopped = true)
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the limit of a lane', () => {
  it('begins with 8 and grows while the service keeps up, up to the configured maximum', async () => {
    const { seen, send } = laneTo(serviceWith(1000, 50))
    expect(seen.limit).toBe(8)
    const stop = clients(200, send)
    await pass(5000)
    expect(seen.limit).toBe(100)
    expect(seen.inFlight).toBe(100)
    stop()
    await pass(1000)
    expect(seen).toMatchObject({ inFlight: 0, waiting: 0 })
  })

  it('stays near the capacity of the service, and follows the number of its replicas', async () => {
    const { service, serve } = serviceWith(10, 20)
    const { seen, send } = laneTo({ serve })
    await warmUp(send)
    const stop = clients(100, send)
    const limits: number[] = []
    for (const replicas of [1, 2, 3, 1]) {
      service.workers = 10 * replicas
      await pass(4000)
      limits.push(seen.limit)
    }
    const [one = 0, two = 0, three = 0, again = 0] = limits
    expect(one).toBeGreaterThan(10)
    expect(one).toBeLessThan(60)
    expect(two).toBeGreaterThan(one * 1.5)
    expect(three).toBeGreaterThan(two * 1.2)
    expect(again).toBeLessThan(one * 1.2)
    stop()
  })

  it('shrinks within a second when the service slows', async () => {
    const { service, serve } = serviceWith(50, 20)
    const { seen, send } = laneTo({ serve })
    await warmUp(send)
    const stop = clients(200, send)
    await pass(3000)
    expect(seen.limit).toBeGreaterThan(50)
    service.workMs = 400
    await pass(1000)
    expect(seen.limit).toBeLessThan(20)
    stop()
  })

  it('does not treat requests as stuck if all of them take long because the service is busy', async () => {
    const { serve } = serviceWith(16, 160)
    const { seen, send } = laneTo({ serve })
    await warmUp(send)
    const stop = clients(200, send)
    await pass(5000)
    const inFlight: number[] = []
    for (let count = 0; count < 20; count += 1) {
      await pass(100)
      inFlight.push(seen.inFlight)
    }
    expect(seen.limit).toBeGreaterThan(16)
    // three times as long as usual
    expect(Math.max(...inFlight)).toBeLessThan(3 * 16 * 1.5)
    stop()
  })

  it('shrinks within a second when the service hangs', async () => {
    let isHanging = false
    const { serve } = serviceWith(50, 20)
    const { seen, send } = laneTo({ serve: (times) => (isHanging ? new Promise(() => {}) : serve(times)) })
    await warmUp(send)
    clients(200, send)
    await pass(3000)
    const before = seen.limit
    isHanging = true
    await pass(1000)
    expect(seen.limit).toBeLessThan(before / 2)
  })

  it('does not shrink when more of the requests belong to a slow operation', async () => {
    const { seen, send } = laneTo(serviceWith(1000, 20))
    await warmUp(() => send('read', 1))
    await warmUp(() => send('count', 10))
    const stop = clients(200, () => send('count', 10))
    await pass(10_000)
    expect(seen.limit).toBe(100)
    stop()
  })

  it('never exceeds a configured maximum below 8', () => {
    expect(laneTo(serviceWith(1, 1), 2).seen.limit).toBe(2)
  })

  it('does not count requests that hang, so that they do not block others', async () => {
    const { serve } = serviceWith(50, 20)
    const { seen, lane, send } = laneTo({ serve })
    await warmUp(send)
    for (let count = 0; count < 20; count += 1) void lane.enter(party, signal, 'book')
    await pass(2000)
    expect(seen).toMatchObject({ inFlight: 20, waiting: 0 })
    const sent = send()
    await pass(20)
    await sent
  })
})

describe('a lane in an overload', () => {
  /** Requests that arrive at a fixed rate, regardless of how long earlier ones take. */
  async function arrivals(perSecond: number, seconds: number, enter: () => Promise<unknown>) {
    const times: { ms: number; isShed: boolean }[] = []
    for (let count = 0; count < perSecond * seconds; count += 1) {
      const startedAt = performance.now()
      const note = (isShed: boolean) => times.push({ ms: performance.now() - startedAt, isShed })
      enter().then(
        () => note(false),
        () => note(true),
      )
      await pass(1000 / perSecond)
    }
    return times
  }

  it('keeps the service busy, responds quickly to those it serves, and sheds the others at once', async () => {
    const { serve } = serviceWith(4, 20)
    const { seen, send } = laneTo({ serve })
    await warmUp(send)
    let sent = 0
    const sendFromMany = () =>
      send('book', 1, { organization: 'org-1', caller: `caller-${(sent += 1) % 600}` })
    // the service can do 200 a second
    await arrivals(600, 3, sendFromMany)
    const times = await arrivals(600, 10, sendFromMany)
    const served = times.filter(({ isShed }) => !isShed).map(({ ms }) => ms)
    const shed = times.filter(({ isShed }) => isShed).map(({ ms }) => ms)
    expect(served.length).toBeGreaterThan(0.9 * 200 * 10)
    expect(Math.max(...served)).toBeLessThan(1000)
    expect(Math.max(...shed)).toBeLessThan(100)
    expect(seen.overload).toBeGreaterThan(shed.length)
  })

  it('sheds neither requests of an ended burst nor later ones, even if the queue takes seconds to drain', async () => {
    const { serve } = serviceWith(4, 20)
    const { seen, send } = laneTo({ serve })
    await warmUp(send)
    const burst = Array.from({ length: 500 }, () => send())
    const others = await arrivals(20, 3, send)
    await pass(10_000)
    await Promise.all(burst)
    expect(seen.overload).toBe(0)
    expect(others.every(({ isShed }) => !isShed)).toBe(true)
  })
})
