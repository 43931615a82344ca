import { randomUUID } from 'node:crypto'
import { startSmtpServer, type SmtpFake } from '@appointments/testing'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'
import { codeIn, mailTo } from './support/customer-mail.ts'

const API = '/api/v2'
const ZONE = 'Europe/Berlin'

/** The next change to summer time that is at least two weeks away, as the Sunday on which it happens. */
function springChange(): Temporal.PlainDate {
  const earliest = Temporal.Now.plainDateISO(ZONE).add({ weeks: 2 })
  const inYear = (year: number) => {
    const end = Temporal.PlainDate.from({ year, month: 3, day: 31 })
    return end.subtract({ days: end.dayOfWeek % 7 })
  }
  const thisYear = inYear(earliest.year)
  return Temporal.PlainDate.compare(thisYear, earliest) > 0 ? thisYear : inYear(earliest.year + 1)
}

const change = springChange()
/** The Thursdays before and after the clocks change. */
const [before, after] = [change.subtract({ days: 3 }), change.add({ days: 4 })]
const at = (date: Temporal.PlainDate, time: string) =>
  date.toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant().toString()

let system: Services
let smtp: SmtpFake
let machine: Call
let anyone: Call

beforeAll(async () => {
  smtp = await startSmtpServer()
  system = await startServices({ env: { SMTP_URL: smtp.url, DEV_VIEWER: 'false' } })
  machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  anyone = client(system.gatewayUrl, undefined)
  const put = (path: string, body: unknown) => done(machine('PUT', `${API}/${path}`, body))
  await put('applications/demo', {
    defaultTimezone: ZONE,
    overlapPolicy: 'REJECT',
    notifications: { active: true },
  })
  await put('holiday-calendars/berlin', { name: 'Berlin', timezone: ZONE, days: [] })
  await put('queues/advice', { name: 'Advice', strategy: 'LEAST_LOADED' })
  await put('schedules/thursdays', {
    name: 'Thursdays',
    hours: [{ days: ['TH'], from: '09:00', to: '12:00' }],
  })
  for (const displayName of ['anna', 'ben'])
    await put(`agents/${displayName}`, {
      displayName,
      timezone: ZONE,
      scheduleId: 'thursdays',
      queues: [{ queueId: 'advice' }],
    })
  await put('applications/demo/service-types/consultation', {
    name: 'Consultation',
    durations: ['PT30M'],
    granularity: 'PT30M',
    horizon: 'P730D',
    minNotice: 'PT2H',
    queueId: 'advice',
    bookableBy: 'ANYONE',
  })
  await put('applications/demo/availability', {
    availabilityPolicy: 'ENFORCE',
    publicSlots: true,
    publicHolds: 'OPEN',
    holidayCalendarIds: ['berlin'],
  })
})
afterAll(async () => {
  await system.close()
  await smtp.stop()
})

const found = async (what: 'days' | 'slots', window: Record<string, string>) => {
  const query = new URLSearchParams({ applicationId: 'demo', serviceTypeId: 'consultation', ...window })
  return done(anyone('GET', `${API}/availability/${what}?${query.toString()}`))
}
const slotsAfter = async () => {
  const { slots } = (await found('slots', {
    from: after.toString(),
    to: after.add({ days: 1 }).toString(),
  })) as { slots: { start: string }[] }
  return slots.map(({ start }) => start)
}

it('lets a customer without an account book the second free time on a Thursday after the clocks change', async () => {
  const absence = await machine('POST', `${API}/agents/ben/exceptions`, {
    type: 'ABSENCE',
    from: `${after.toString()}T00:00`,
    until: `${after.add({ days: 1 }).toString()}T00:00`,
  })
  expect(absence).toMatchObject({ status: 201, body: { affected: 0 } })

  const first = await machine('POST', `${API}/appointments`, {
    applicationId: 'demo',
    serviceTypeId: 'consultation',
    start: at(after, '09:00'),
  })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ assignment: { state: 'ASSIGNED', queueId: 'advice' } })

  const days = await found('days', {
    from: before.toString(),
    to: after.add({ days: 1 }).toString(),
  })
  expect(days).toMatchObject({
    timezone: ZONE,
    days: [
      { date: before.toString(), count: 6, first: at(before, '09:00') },
      { date: after.toString(), count: 5, first: at(after, '09:30') },
    ],
  })
  // one hour earlier in UTC than a week before
  expect(at(before, '10:00').slice(10)).toBe('T09:00:00Z')
  expect(at(after, '10:00').slice(10)).toBe('T08:00:00Z')
  expect(
    await found('slots', { from: after.toString(), to: after.add({ days: 1 }).toString(), limit: '2' }),
  ).toMatchObject({
    slots: [{ start: at(after, '09:30') }, { start: at(after, '10:00') }],
    nextFrom: at(after, '10:30'),
  })

  const wanted = { applicationId: 'demo', serviceTypeId: 'consultation', start: at(after, '10:00') }
  const hold = await anyone('POST', `${API}/availability/holds`, wanted)
  expect(hold).toMatchObject({ status: 201, body: { start: wanted.start } })
  expect(hold.body).not.toHaveProperty('agentId')
  const again = await anyone('POST', `${API}/availability/holds`, wanted)
  expect(again).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } })
  expect(again.body).not.toHaveProperty('blocking')
  expect(await slotsAfter()).not.toContain(wanted.start)

  const to = `ada-${randomUUID()}@example.org`
  const { id: verificationId } = (await done(
    anyone('POST', '/security/otp', { applicationId: 'demo', channel: 'EMAIL', to }),
  )) as { id: string }
  const code = codeIn((await mailTo(smtp, to, ({ text }) => !text.includes('/manage/'))).text)
  const authorization = `Basic ${Buffer.from(`${verificationId}:${code}`).toString('base64')}`
  const booked = await anyone(
    'POST',
    `${API}/appointments/basic`,
    {
      applicationId: 'demo',
      holdId: (hold.body as { id: string }).id,
      customers: [{ contact: { primaryEmail: to } }],
    },
    { authorization },
  )
  expect(booked).toMatchObject({
    status: 200,
    body: { start: wanted.start, duration: 'PT30M', serviceTypeId: 'consultation' },
  })
  expect(await slotsAfter()).toEqual([
    at(after, '09:30'),
    at(after, '10:30'),
    at(after, '11:00'),
    at(after, '11:30'),
  ])

  // staff see who serves it: only anna works that day
  const { id } = booked.body as { id: string }
  const seen = await machine('GET', `${API}/appointments/${id}`)
  expect(seen.body).toMatchObject({
    targetAssignment: { type: 'QUEUE', id: 'advice' },
    assignment: { state: 'ASSIGNED', queueId: 'advice' },
  })
  const { participants } = seen.body as { participants: { id: string; type: string }[] }
  expect(participants.filter(({ type }) => type === 'AGENT').map((agent) => agent.id)).toEqual(['anna'])
})
