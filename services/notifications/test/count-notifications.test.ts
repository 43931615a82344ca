import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { notificationStatistics, type Application, type Caller } from '@appointments/contracts'
import { aCaller, aCustomer, anApplication, DAY_MS, eventOf, next } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

/** The calendar day in UTC that is this many days ahead. */
const day = (ahead: number) =>
  new Date(service.clock.current.getTime() + ahead * DAY_MS).toISOString().slice(0, 10)

async function count(applicationId: string, query: Record<string, string> = {}, caller: Caller = aCaller()) {
  const all = new URLSearchParams({ applicationId, from: day(-1), to: day(1), ...query })
  const response = await service.call('GET', `/api/v2/statistics/notifications?${all.toString()}`, { caller })
  return { ...response, figures: response.body as unknown as z.infer<typeof notificationStatistics> }
}

/** Waits until every change so far is counted. */
async function computed(): Promise<void> {
  await expect
    .poll(
      async () => {
        service.advance(0)
        const { rows } = await service.pool.query<{ waiting: number }>(
          `SELECT (SELECT count(*) FROM notification_figure_changes) + (SELECT count(*) FROM notification_figure_days)
             + (SELECT count(*) FROM notification_figure_state WHERE as_of < $1 OR as_of IS NULL) AS waiting`,
          [new Date(service.clock.current.getTime() - 5000)],
        )
        return rows[0]?.waiting
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBe(0)
}

/** The figures after all changes so far. */
const counted = async (...query: Parameters<typeof count>) => {
  await computed()
  return count(...query)
}

const book = (application: Application, email = 'ada@example.com') =>
  service.book(application, { customers: [aCustomer({ email })] })

it('counts messages by day, channel and type, and in total', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  for (const email of ['ada@example.com', 'bob@example.com', '550@gone.example.com'])
    await book(application, email)
  service.advance(DAY_MS)
  await book(application)
  const range = { from: day(-1), to: day(0) }
  const created = { created: 4, delivered: 3, failed: 1, cancelled: 0 }
  const { status, figures } = await counted(application.id, range)
  expect(status).toBe(200)
  expect(notificationStatistics.parse(figures)).toEqual(figures)
  expect(Date.parse(figures.asOf!)).toBe(service.clock.current.getTime() - 5000)
  expect(figures.rows).toMatchObject([{ key: 'all', ...created }])
  expect((await count(application.id, { ...range, groupBy: 'channel' })).figures.rows).toMatchObject([
    { key: 'EMAIL', ...created },
  ])
  expect((await count(application.id, { ...range, groupBy: 'type' })).figures.rows).toMatchObject([
    { key: 'CREATE', ...created },
  ])
  expect((await count(application.id, { ...range, groupBy: 'day' })).figures.rows).toMatchObject([
    { key: day(-1), created: 3, delivered: 2, failed: 1, cancelled: 0 },
    { key: day(0), created: 1, delivered: 1, failed: 0, cancelled: 0 },
  ])
  expect((await count(application.id, { from: day(5), to: day(6) })).figures.rows).toEqual([])
})

it('shows how long delivered messages took, as median and 90th percentile', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  for (let booked = 0; booked < 11; booked++) await book(application, `ada-${booked}@example.com`)
  await service.pool.query(
    `UPDATE notifications n SET updated_at = created_at + place * interval '1 second'
     FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM notifications WHERE application_id = $1) ranked
     WHERE n.id = ranked.id`,
    [application.id],
  )
  expect((await counted(application.id)).figures.rows[0]!.secondsToDelivered).toEqual({ median: 5, p90: 9 })
  // from 100 seconds on, times have two digits
  await service.pool.query(
    `UPDATE notifications SET updated_at = created_at + interval '1 hour 17 seconds' WHERE application_id = $1`,
    [application.id],
  )
  expect((await counted(application.id)).figures.rows[0]!.secondsToDelivered).toEqual({
    median: 3600,
    p90: 3600,
  })
})

it('counts the messages of the agents who take part', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  await book(application)
  const { appointment, roster } = await book(application, 'bob@example.com')
  const { figures } = await counted(application.id, { agentId: 'agent-7,agent-9' })
  expect(figures.rows).toMatchObject([{ created: 2 }])
  expect((await count(application.id, { agentId: 'agent-9' })).figures.rows).toEqual([])

  // both agents take part in the second appointment, which counts once
  const participants = [...roster.participants, { id: 'agent-9', type: 'AGENT' as const }]
  const withBoth = { ...roster, version: 2, participants }
  const data = { appointmentId: appointment.id, roster: withBoth, participantId: 'agent-9' }
  await service.publish(eventOf('APParticipantAddedEvent', data))
  const both = await counted(application.id, { agentId: 'agent-7,agent-9' })
  expect(both.figures.rows).toMatchObject([{ created: 2 }])
  expect((await count(application.id, { agentId: 'agent-9' })).figures.rows).toMatchObject([{ created: 1 }])
})

it('does not count erased messages, and updates the counts if a message fails later', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  const kept = await book(application)
  const { appointment } = await book(application, 'bob@example.com')
  expect((await counted(application.id)).figures.rows).toMatchObject([
    { created: 2, delivered: 2, failed: 0 },
  ])
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment, { epoch: 2 }) }))
  await expect
    .poll(async () => (await counted(application.id)).figures.rows)
    .toMatchObject([{ created: 1, delivered: 1, failed: 0 }])
  await service.pool.query(
    `UPDATE notifications SET status = 'FAILED', reason = 'no_receipt' WHERE appointment_id = $1`,
    [kept.appointment.id],
  )
  expect((await counted(application.id)).figures.rows).toMatchObject([
    { created: 1, delivered: 0, failed: 1 },
  ])
})

it("uses the days of the application's time zone", async () => {
  // UTC+14: the day there is ahead
  const application = await service.know(
    anApplication({ schedules: [] }, { defaultTimezone: 'Pacific/Kiritimati' }),
  )
  const sinceMidnight = service.clock.current.getTime() % DAY_MS
  service.advance(DAY_MS - sinceMidnight + 12 * 3_600_000)
  await book(application)
  const { figures } = await counted(application.id, { groupBy: 'day' })
  expect(figures.rows.map(({ key }) => key)).toEqual([day(1)])
  expect((await count(application.id, { from: day(0), to: day(0) })).figures.rows).toEqual([])
  // the zone changes
  await service.know({ ...application, version: application.version + 1, defaultTimezone: 'UTC' })
  const moved = await counted(application.id, { groupBy: 'day' })
  expect(moved.figures.rows.map(({ key }) => key)).toEqual([day(0)])
})

it.each([
  // PostgreSQL does not know the first one, and reads the second one as an abbreviation
  ['AGT', 2, -1],
  ['IST', 20, 1],
])('uses the days of %s, which PostgreSQL reads differently', async (defaultTimezone, hour, ahead) => {
  const application = await service.know(anApplication({ schedules: [] }, { defaultTimezone }))
  const sinceMidnight = service.clock.current.getTime() % DAY_MS
  service.advance(DAY_MS - sinceMidnight + hour * 3_600_000)
  await book(application)
  const { figures } = await counted(application.id, { groupBy: 'day' })
  expect(figures.rows.map(({ key }) => key)).toEqual([day(ahead)])
})

it.each([
  [{ from: '2027-02-01', to: '2027-01-31' }, ['to']],
  [{ from: '2027-01-01', to: '2027-04-03' }, ['to']],
  [{ from: 'soon' }, ['from']],
  [{ groupBy: 'agent' }, ['groupBy']],
  [{ from: '2027-02-01', to: '2027-01-31', groupBy: 'agent' }, ['groupBy', 'to']],
])('rejects %j', async (query, parameters) => {
  const { status, body } = await count('application-1', query)
  expect([status, body.errors.map((fault) => fault.parameter).sort()]).toEqual([400, parameters])
})

it('hides the figures from other organizations', async () => {
  const application = await service.know(anApplication({}, { organizationId: 'org-1' }))
  const { body } = await count(application.id, {}, aCaller({ organizationId: 'org-2' }))
  expect(body.code).toBe('APPLICATION_NOT_FOUND')
})
