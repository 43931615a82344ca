import { randomUUID } from 'node:crypto'
import type { Change, TimelineEntry } from '@appointments/contracts'
import { daysAhead, openEventSource } from '@appointments/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Call } from '../../src/client.ts'
import { done } from '../../src/done.ts'
import type { Appointment } from '../../src/response-bodies.ts'
import { tokenFor } from '../../src/tokens.ts'
import { signIn, startDeskStage, type DeskStage } from '../support/desk-stage.ts'
import { openWindow } from '../support/visitor.ts'

const V2 = '/api/v2/appointments'
const STREAM = '/api/v2/changes/stream?applicationId=bank'
const FOLLOWERS = 5
/** The services that pages and streams go through. */
const RESTARTED = ['web', 'gateway', 'appointments'] as const

let stage: DeskStage
beforeAll(async () => {
  stage = await startDeskStage({
    as: 'functions',
    replicas: { web: 2, gateway: 2, appointments: 2, participants: 1, notifications: 1, availability: 1 },
    env: { DRAIN_DELAY_MS: '1500' },
  })
}, 120_000)
afterAll(() => stage.close())

/** Follows the stream until the end, and continues it after each interruption as browsers do. */
function follow(userId: string) {
  const seen: { id: string | undefined; change: Change }[] = []
  const problems: unknown[] = []
  const stopping = new AbortController()
  let interruptions = -1
  let end = () => {}
  const reading = (async () => {
    let last: string | undefined
    while (!stopping.signal.aborted) {
      // a kept-alive connection may be closed while a request is sent; a client that follows a stream then reconnects
      const stream = await openEventSource(stage.system.gatewayUrl + STREAM, {
        authorization: `Bearer ${tokenFor('ROLE_SUPERVISOR', { userId })}`,
        ...(last !== undefined && { 'last-event-id': last }),
      }).catch(() => undefined)
      if (!stream) continue
      interruptions += 1
      if (stream.status !== 200) problems.push(stream.problem)
      end = () => stream.close()
      for (let event = await stream.next(); event; event = await stream.next())
        if (event.event === 'change') seen.push({ id: event.id, change: event.data as Change })
      last = stream.lastId() ?? last
    }
  })()
  return {
    seen,
    problems,
    interruptions: () => interruptions,
    async stop() {
      stopping.abort()
      end()
      await reading
    },
  }
}

it('while web, gateway and appointments restart, no page stays blank and no change is lost', async () => {
  const desk = await signIn(stage, 'Max Weber', '/appointments?period=all')
  await desk.sees('Appointments')
  const [reloading, visiting] = [
    await signIn(stage, 'Max Weber', '/appointments?period=all'),
    await openWindow(stage),
  ]
  await reloading.sees('Appointments')
  const followers = Array.from({ length: FOLLOWERS }, (_, number) => follow(`follower-${number}`))

  let isOver = false
  const failures: unknown[] = []
  let pagesOpened = 0
  /** Repeats something until the restart is over. */
  const meanwhile = async (act: () => Promise<unknown>) => {
    while (!isOver) await act().catch((error: unknown) => failures.push(error))
  }
  const opens = (act: () => Promise<unknown>) => () => act().then(() => (pagesOpened += 1))
  const written: string[] = []
  const agent = stage.callAs('ROLE_AGENT', 'agent-7')
  /**
   * Sends a write with a key, and repeats it if there is no response or the response asks for a retry, as clients
   * should.
   */
  const send = async (method: string, path: string, body: object): ReturnType<Call> => {
    const key = randomUUID()
    for (;;) {
      const response = await agent(method, path, body, { 'idempotency-key': key }).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error
      })
      if (response && response.status !== 503) return response
    }
  }
  const write = async () => {
    const { id } = (await done(
      send('POST', V2, {
        applicationId: 'bank',
        start: daysAhead(5 + (written.length % 40)),
        duration: 'PT30M',
        serviceTypeId: 'advice',
      }),
    )) as Appointment
    written.push(id)
    await done(send('PUT', `${V2}/${id}/cancel`, {}))
  }
  const busy = [
    meanwhile(write),
    meanwhile(
      opens(async () => {
        await reloading.page.reload()
        await reloading.page.getByRole('heading', { name: 'Appointments', exact: true }).waitFor()
      }),
    ),
    meanwhile(
      opens(async () => {
        await visiting.page.goto(`${stage.system.gatewayUrl}/book/bank/advice`)
        await visiting.page.getByRole('heading', { name: 'Choose a day and time' }).waitFor()
      }),
    ),
  ]
  for (const service of RESTARTED)
    for (const replica of stage.system.instances.filter((one) => one.service === service)) {
      const [writes, opened] = [written.length, pagesOpened]
      await replica.end('SIGTERM')
      await replica.start()
      await expect.poll(() => written.length, { timeout: 30_000 }).toBeGreaterThan(writes)
      await expect.poll(() => pagesOpened, { timeout: 30_000 }).toBeGreaterThan(opened)
    }
  isOver = true
  await Promise.all(busy)

  expect(failures).toEqual([])
  const named = (id: string, changes: readonly { type: string }[]) =>
    changes.map(({ type }) => `${type} of ${id}`)
  const followed = ({ seen }: (typeof followers)[number]) =>
    written.flatMap((id) =>
      named(
        id,
        seen.filter(({ change }) => change.appointmentId === id).map(({ change }) => change),
      ),
    )
  /** The entries of the timelines, oldest first. */
  const made = async () => {
    const all: string[] = []
    for (const id of written) {
      const { content } = (await done(stage.supervisor('GET', `${V2}/${id}/timeline`))) as {
        content: TimelineEntry[]
      }
      expect(named(id, content)).toContain(`APCancelledEvent of ${id}`)
      all.push(...named(id, content.reverse()))
    }
    return all
  }
  for (const follower of followers) {
    await vi.waitFor(async () => expect(followed(follower)).toEqual(await made()), {
      timeout: 30_000,
      interval: 200,
    })
    expect(follower.interruptions()).toBeGreaterThan(0)
    await follower.stop()
    expect(follower.problems).toEqual([])
  }

  // the open desk has followed without a reload
  const search = { applicationId: 'bank', sort: 'start', limit: 50 }
  const { content } = (await done(stage.supervisor('POST', `${V2}/search`, search))) as {
    content: Appointment[]
  }
  const rows = () =>
    desk.page
      .getByRole('table')
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector('a')?.href.split('/').at(-1), row.lastElementChild?.textContent]),
      )
  await expect.poll(rows, { timeout: 15_000 }).toEqual(content.map(({ id }) => [id, 'Cancelled']))
  expect(await desk.page.getByText('Not live').count()).toBe(0)
  for (const visitor of [desk, reloading, visiting]) await visitor.context.close()
}, 240_000)
