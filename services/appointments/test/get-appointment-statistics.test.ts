import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppointmentFigures, Caller, PresenceState } from '@appointments/contracts'
import {
  aCustomer,
  appointmentsService,
  customerOf,
  machine,
  managing,
  of,
  rejection,
  supervisor,
  V2,
  type Body,
} from './harness.ts'

const service = appointmentsService()
const PATH = '/api/v2/statistics/appointments'

interface Statistics {
  rows: AppointmentFigures[]
  asOf?: string
}

const get = (parameters: string, caller: Caller = supervisor) =>
  service.call(caller, 'GET', `${PATH}?${parameters}`)

const statistics = async (parameters: string, caller?: Caller): Promise<Statistics> => {
  const { status, body } = await get(parameters, caller)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Statistics
}

/** Waits until every change so far is counted. */
async function computed(): Promise<void> {
  await vi.waitFor(
    async () => {
      service.computeFigures()
      const [waiting] = await service.query<{ count: number }>(
        `SELECT (SELECT count(*) FROM appointment_figure_days) + (SELECT count(*) FROM appointment_changes
           WHERE position IS NULL OR position > coalesce((SELECT position FROM appointment_figure_state), -1)) AS count`,
      )
      expect(waiting?.count).toBe(0)
    },
    { timeout: 10_000, interval: 20 },
  )
}

const nothing = {
  booked: 0,
  cancelledByCustomer: 0,
  cancelledByStaff: 0,
  moved: 0,
  completed: 0,
  noShow: 0,
  failed: 0,
}

describe('statistics of appointments', () => {
  let versions: Record<string, number> = {}
  const book = (applicationId: string, start: string, agentId = 'agent-7') =>
    service.scheduled(
      { applicationId, start, targetAssignment: { id: agentId, type: 'AGENT' }, customers: [aCustomer()] },
      machine,
    )
  /** Reports the presence of participants. */
  const presence = (id: string, states: Record<string, PresenceState>) =>
    service.presence(id, (versions[id] = (versions[id] ?? 1) + 1), states)
  const meet = async (
    booked: Body,
    agentId: string,
    times: [agentAt: string, customerAt: string, end: string],
  ) => {
    const customer = customerOf(booked)
    const [agentAt, customerAt, end] = times
    service.setNow(agentAt)
    await presence(booked.id, { [agentId]: 'JOINED' })
    service.setNow(customerAt)
    await presence(booked.id, { [agentId]: 'JOINED', [customer]: 'JOINED' })
    service.setNow(end)
    await presence(booked.id, { [agentId]: 'LEFT', [customer]: 'LEFT' })
  }

  beforeAll(async () => {
    await service.configured('app-berlin', { defaultTimezone: 'Europe/Berlin' })
    versions = {}
    // 9 January in Berlin begins at 23:00 UTC on the day before
    const first = await book('app-berlin', '2027-01-08T23:00:00Z')
    const second = await book('app-berlin', '2027-01-09T09:00:00Z', 'agent-8')
    const byCustomer = await book('app-berlin', '2027-01-09T10:00:00Z')
    const byStaff = await book('app-berlin', '2027-01-09T11:00:00Z')
    const missed = await book('app-berlin', '2027-01-09T12:00:00Z')
    const moved = await book('app-berlin', '2027-01-09T13:00:00Z', 'agent-8')
    await book('app-berlin', '2027-01-09T23:00:00Z')
    await book('app-other', '2027-01-09T09:00:00Z')
    const gone = await book('app-berlin', '2027-01-09T14:00:00Z')

    const put = (path: string, body: object, caller: Caller = supervisor) =>
      service.call(caller, 'PUT', V2 + path, body)
    expect(
      (await put(`/${byCustomer.id}/cancel`, {}, managing(byCustomer.id, customerOf(byCustomer)))).status,
    ).toBe(200)
    await put(`/${byStaff.id}/cancel`, {})
    await put('/reschedule', { id: moved.id, start: '2027-01-09T15:00:00Z' })
    await put('/reschedule', { id: moved.id, start: '2027-01-10T15:00:00Z' })
    await service.call(supervisor, 'DELETE', `${V2}/${gone.id}`)

    // the agent is early, the customer 40 seconds late
    await meet(first, 'agent-7', ['2027-01-08T22:58:00Z', '2027-01-08T23:00:40Z', '2027-01-08T23:20:00Z'])
    // the agent is 70 seconds late, the customer five minutes
    await meet(second, 'agent-8', ['2027-01-09T09:01:10Z', '2027-01-09T09:05:00Z', '2027-01-09T09:20:00Z'])
    service.setNow('2027-01-09T12:31:00Z')
    await service.call(supervisor, 'GET', `${V2}/${missed.id}`)
    service.setNow('2027-01-09T13:30:00Z')
    await vi.waitFor(
      async () => {
        await service.checkDue()
        expect((await service.read(missed.id)).outcome).toBe('NO_SHOW')
        expect((await service.read(second.id)).outcome).toBe('COMPLETED')
      },
      { timeout: 10_000, interval: 20 },
    )
    await computed()
  })

  const ninth = {
    booked: 5,
    cancelledByCustomer: 1,
    cancelledByStaff: 1,
    moved: 0,
    completed: 2,
    noShow: 1,
    failed: 0,
    customerLateness: { median: 30, p90: 300 },
    agentLateness: { median: 0, p90: 60 },
  }
  const period = 'applicationId=app-berlin&from=2027-01-09&to=2027-01-10'

  it('match a count by hand, by day in the time zone of the application', async () => {
    expect((await statistics(`${period}&groupBy=day`)).rows).toEqual([
      { key: '2027-01-09', ...ninth },
      { key: '2027-01-10', ...nothing, booked: 2, moved: 2 },
    ])
    expect((await statistics(`applicationId=app-berlin&from=2027-01-09&to=2027-01-09`)).rows).toEqual([
      { key: 'all', ...ninth },
    ])
  })

  it('add up over days and agents', async () => {
    expect((await statistics(period)).rows).toEqual([{ key: 'all', ...ninth, booked: 7, moved: 2 }])
    expect((await statistics(`${period}&groupBy=agent`)).rows).toEqual([
      {
        key: 'agent-7',
        ...nothing,
        booked: 5,
        cancelledByCustomer: 1,
        cancelledByStaff: 1,
        completed: 1,
        noShow: 1,
        customerLateness: { median: 30, p90: 30 },
        agentLateness: { median: 0, p90: 0 },
      },
      {
        key: 'agent-8',
        ...nothing,
        booked: 2,
        moved: 2,
        completed: 1,
        customerLateness: { median: 300, p90: 300 },
        agentLateness: { median: 60, p90: 60 },
      },
    ])
    expect((await statistics(`${period}&groupBy=queue`)).rows).toMatchObject([{ key: '', booked: 7 }])
    expect((await statistics(`${period}&groupBy=serviceType`)).rows).toMatchObject([{ key: '', booked: 7 }])
  })

  it('contain only the selected agents, application and period', async () => {
    expect((await statistics(`${period}&agentId=agent-8,agent-9`)).rows).toMatchObject([
      { key: 'all', booked: 2 },
    ])
    expect((await statistics(`applicationId=app-berlin&from=2027-01-08&to=2027-01-08`)).rows).toEqual([])
    expect((await statistics(`applicationId=app-other&from=2027-01-01&to=2027-04-02`)).rows).toMatchObject([
      { key: 'all', booked: 1 },
    ])
  })

  it('show the time up to which they are complete', async () => {
    // stored after the last day's figures, in a transaction of its own
    await expect.poll(async () => (await statistics(period)).asOf).toBe('2027-01-09T13:29:59Z')
  })

  it('are computed without a pause for all due days, however many there are', async () => {
    await computed()
    await service.query(
      `INSERT INTO appointment_figure_days (application_id, day)
       SELECT 'app-of-many-days', current_date + n FROM generate_series(1, 250) n`,
    )
    service.computeFigures()
    await vi.waitFor(
      async () => {
        const [waiting] = await service.query<{ count: number }>(
          'SELECT count(*) FROM appointment_figure_days',
        )
        expect(waiting?.count).toBe(0)
      },
      { timeout: 20_000, interval: 100 },
    )
  })

  it('change with later changes, also after a removal', async () => {
    const { id } = await book('app-later', '2027-02-01T09:00:00Z')
    await computed()
    const days = 'applicationId=app-later&from=2027-02-01&to=2027-02-03&groupBy=day'
    expect((await statistics(days)).rows).toMatchObject([{ key: '2027-02-01', booked: 1 }])
    await service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start: '2027-02-03T09:00:00Z' })
    await computed()
    expect((await statistics(days)).rows).toMatchObject([{ key: '2027-02-03', booked: 1, moved: 1 }])
    await service.call(supervisor, 'DELETE', `${V2}/${id}`)
    await computed()
    expect((await statistics(days)).rows).toEqual([])
  })

  it('count no move if only the language or the time zone changes', async () => {
    const start = '2027-02-10T09:00:00Z'
    const { id } = await book('app-corrected', start)
    for (const change of [{ locale: 'fr' }, { timezone: 'Europe/Paris' }])
      await service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start, ...change })
    await computed()
    const days = 'applicationId=app-corrected&from=2027-02-10&to=2027-02-10'
    expect((await statistics(days)).rows).toMatchObject([{ booked: 1, moved: 0 }])
  })

  it('no longer count a removed appointment on the day from which it was moved just before', async () => {
    const { id } = await book('app-removed', '2027-02-01T09:00:00Z')
    await computed()
    await service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start: '2027-02-03T09:00:00Z' })
    await service.call(supervisor, 'DELETE', `${V2}/${id}`)
    await computed()
    const days = 'applicationId=app-removed&from=2027-02-01&to=2027-02-03&groupBy=day'
    expect((await statistics(days)).rows).toEqual([])
  })

  it('change with the time zone of the application', async () => {
    await service.configured('app-zone', { defaultTimezone: 'UTC' })
    await book('app-zone', '2027-04-01T23:00:00Z')
    await computed()
    const days = 'applicationId=app-zone&from=2027-04-01&to=2027-04-02&groupBy=day'
    expect((await statistics(days)).rows).toMatchObject([{ key: '2027-04-01', booked: 1 }])
    await service.configured('app-zone', { defaultTimezone: 'Europe/Berlin' })
    await computed()
    expect((await statistics(days)).rows).toMatchObject([{ key: '2027-04-02', booked: 1 }])
  })

  it.each([
    // neither PostgreSQL nor Temporal knows the first one, and PostgreSQL reads the last ones as abbreviations
    ['AGT', '2027-07-02T03:00:00Z'],
    ['SystemV/AST4', '2027-07-02T04:00:00Z'],
    ['CET', '2027-07-01T22:00:00Z'],
    ['IST', '2027-07-01T18:30:00Z'],
  ])('are right in a time zone that PostgreSQL reads differently: %s', async (zone, midnight) => {
    const applicationId = `app-in-${zone.replace('/', '-')}`
    await service.configured(applicationId, { defaultTimezone: zone })
    await book(applicationId, new Date(Date.parse(midnight) - 60_000).toISOString())
    await book(applicationId, midnight)
    await computed()
    const { rows } = await statistics(
      `applicationId=${applicationId}&from=2027-07-01&to=2027-07-02&groupBy=day`,
    )
    expect(rows.map(({ key, booked }) => [key, booked])).toEqual([
      ['2027-07-01', 1],
      ['2027-07-02', 1],
    ])
  })

  it('are grouped by queue, however an appointment was assigned to it', async () => {
    await service.configured('app-queue', {})
    service.availability.queues['first-line'] = ['agent-9']
    const targetAssignment = { type: 'QUEUE', id: 'first-line' }
    const request = { applicationId: 'app-queue', start: '2027-03-01T09:00:00Z' }
    await service.scheduled({ ...request, targetAssignment }, machine)
    const { id } = await service.scheduled({ ...request, targetAssignment: { type: 'AGENT', id: 'agent-7' } })
    const roster = await service.rosterOf(id)
    await service.publishRoster(id, roster.version + 1, { target: targetAssignment })
    await service.scheduled({ ...request, targetAssignment: { type: 'AGENT', id: 'agent-7' } })
    await computed()
    const days = 'applicationId=app-queue&from=2027-03-01&to=2027-03-01&groupBy=queue'
    expect((await statistics(days)).rows.map(({ key, booked }) => ({ key, booked }))).toEqual([
      { key: '', booked: 1 },
      { key: 'first-line', booked: 2 },
    ])
  })

  it('count appointments that were booked before the first computation', async () => {
    await service.query('DELETE FROM appointment_figures')
    await service.query('DELETE FROM appointment_figure_state')
    expect(await statistics(period)).toEqual({ rows: [] })
    await vi.waitFor(
      async () => {
        service.computeFigures()
        expect((await statistics(period)).rows).toMatchObject([{ booked: 7, moved: 2 }])
      },
      { timeout: 10_000, interval: 20 },
    )
  })

  it("are visible only for the caller's own applications", async () => {
    await service.configured('app-of-org-1', {}, of('org-1', machine))
    const mine = 'applicationId=app-of-org-1&from=2027-01-01&to=2027-01-02'
    expect((await statistics(mine, of('org-1', supervisor))).rows).toEqual([])
    for (const [parameters, caller] of [
      [mine, of('org-2', supervisor)],
      ['applicationId=nowhere&from=2027-01-01&to=2027-01-02', supervisor],
    ] as const)
      expect(rejection(await get(parameters, caller))).toEqual({ status: 404, code: 'APPLICATION_NOT_FOUND' })
  })

  it.each([
    ['an application', 'from=2027-01-01&to=2027-01-02', ['applicationId']],
    ['a period', 'applicationId=a', ['from', 'to']],
    ['an end that is not before the beginning', 'applicationId=a&from=2027-01-02&to=2027-01-01', ['to']],
    ['at most 92 days', 'applicationId=a&from=2027-01-01&to=2027-04-03', ['to']],
    ['dates and a group', 'applicationId=a&from=2027-02-30&to=soon&groupBy=week', ['from', 'groupBy', 'to']],
    ['a year that the calendar has', 'applicationId=a&from=0000-01-01&to=0000-01-02', ['from', 'to']],
    [
      'at most 500 agents',
      `applicationId=a&from=2027-01-01&to=2027-01-02&agentId=${'a,'.repeat(501)}`,
      ['agentId'],
    ],
  ])('need %s', async (_, parameters, names) => {
    const { status, body } = await get(parameters)
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }) => parameter).sort()).toEqual(names)
  })
})
