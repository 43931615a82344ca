import { DAY_MS, type Caller, type Fault } from '@appointments/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aCaller,
  NOW,
  runAvailability,
  type ApiResponse,
  type RunningAvailability,
} from './running-service.ts'

let service: RunningAvailability
let exceptionId = ''
const ofOther = aCaller({ organizationId: 'org-2' })
const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString()
const date = (days: number) => at(days).slice(0, 10)

beforeAll(async () => {
  service = await runAvailability()
  await service.configured({ id: 'shop', version: 1, organizationId: 'org-1' })
  await service.put('/teams/berlin', { name: 'Berlin' })
  await service.put('/queues/advice', { name: 'Advice' })
  await service.put('/schedules/days', { name: 'Days', hours: [] })
  await service.put('/holiday-calendars/town', { name: 'Town', timezone: 'UTC', days: [] })
  await service.put('/agents/anna', { displayName: 'Anna', timezone: 'UTC', queues: [{ queueId: 'advice' }] })
  const type = { name: 'Review', durations: ['PT30M', 'PT1H'], queueId: 'advice' }
  await service.put('/applications/shop/service-types/review', type)
  const absence = { type: 'ABSENCE', from: at(1), until: at(2) }
  exceptionId = (await service.post('/agents/anna/exceptions', absence)).body.id as string
})
afterAll(() => service.stop())

const ask = (path: string, query: Record<string, string>, caller?: Caller) =>
  service.get(`/availability/${path}?${new URLSearchParams(query).toString()}`, caller)
const faultsOf = ({ body }: ApiResponse): string[] =>
  (body.errors as Fault[]).map(({ parameter, pointer, code }) => `${parameter ?? pointer} ${code}`).sort()

const target = { applicationId: 'shop', agentId: 'anna', duration: 'PT30M' }

describe('a read with several faults', () => {
  it.each([
    [
      'slots',
      {
        from: date(9),
        to: date(8),
        timezone: 'Mars',
        limit: '0',
        include: 'names',
        duration: 'P8D',
        skills: 'Loans',
      },
      [
        'applicationId REQUIRED',
        'duration DURATION_OUT_OF_RANGE',
        'include INVALID_VALUE',
        'limit OUT_OF_RANGE',
        'serviceTypeId TARGET_REQUIRED',
        'skills INVALID_FORMAT',
        'timezone UNKNOWN_TIME_ZONE',
        'to INVALID_RANGE',
      ],
    ],
    [
      'days',
      { ...target, from: date(1), to: date(95), language: 'a b' },
      ['language INVALID_LOCALE', 'to WINDOW_TOO_LONG'],
    ],
    ['next', { ...target, from: 'soon', limit: '21' }, ['from INVALID_VALUE', 'limit OUT_OF_RANGE']],
    [
      'slots',
      { ...target, from: date(1), to: at(3), duration: 'PT30S' },
      ['duration DURATION_OUT_OF_RANGE', 'to MIXED_WINDOW'],
    ],
    [
      'slots',
      { appointmentId: 'a', queueId: 'advice', limit: 'many' },
      ['limit INVALID_FORMAT', 'queueId FIELD_NOT_ALLOWED'],
    ],
    [
      'freebusy',
      { from: at(2), to: at(1), timezone: 'Mars' },
      ['agentId REQUIRED', 'timezone UNKNOWN_TIME_ZONE', 'to INVALID_RANGE'],
    ],
    [
      'affected',
      { agentId: 'anna', teamId: 'berlin', from: at(0), to: at(94) },
      ['agentId TARGET_REQUIRED', 'to WINDOW_TOO_LONG'],
    ],
    ['service-types', {}, ['applicationId REQUIRED']],
  ])('of %s %j names each', async (path, query, faults) => {
    const response = await ask(path, query)
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    expect(faultsOf(response)).toEqual(faults)
  })

  it('names no fault that follows from another', async () => {
    const faulty = { applicationId: 'a b', queueId: 'NO', duration: 'PT30M', from: 'soon', to: date(1) }
    const response = await ask('slots', faulty)
    expect(faultsOf(response)).toEqual([
      'applicationId INVALID_ID',
      'from INVALID_VALUE',
      'queueId INVALID_FORMAT',
    ])
    expect((response.body.errors as Fault[]).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('must be a date, like'),
    )
    const none = await ask('freebusy', { agentId: Array.from({ length: 51 }, (_, n) => `a-${n}`).join() })
    expect(faultsOf(none)).toEqual(['agentId OUT_OF_RANGE'])
  })

  it('of a check names each', async () => {
    const response = await service.post('/availability/check', {
      start: 'soon',
      duration: 'PT0S',
      skills: ['A b'],
    })
    expect(response.status).toBe(400)
    expect(faultsOf(response)).toEqual([
      '/applicationId REQUIRED',
      '/duration DURATION_OUT_OF_RANGE',
      '/serviceTypeId TARGET_REQUIRED',
      '/skills/0 INVALID_FORMAT',
      '/start INVALID_INSTANT',
    ])
  })

  it('requires a duration if the service type has several', async () => {
    const query = { applicationId: 'shop', serviceTypeId: 'review' }
    for (const path of ['slots', 'days', 'next'])
      expect(faultsOf(await ask(path, query))).toEqual(['duration REQUIRED'])
    const check = await service.post('/availability/check', { ...query, start: at(1) })
    expect(faultsOf(check)).toEqual(['/duration REQUIRED'])
  })
})

describe('an entry that does not exist, or is of another organization', () => {
  const entries: [path: string, code: string][] = [
    ['/agents/anna', 'AGENT_NOT_FOUND'],
    ['/agents/anna/exceptions', 'AGENT_NOT_FOUND'],
    ['/teams/berlin', 'TEAM_NOT_FOUND'],
    ['/queues/advice', 'QUEUE_NOT_FOUND'],
    ['/queues/advice/members', 'QUEUE_NOT_FOUND'],
    ['/schedules/days', 'SCHEDULE_NOT_FOUND'],
    ['/holiday-calendars/town', 'HOLIDAY_CALENDAR_NOT_FOUND'],
  ]
  it.each(entries)('at %s is not found', async (path, code) => {
    expect((await service.get(path)).status).toBe(200)
    const unknown = path.replace(/(anna|berlin|advice|days|town)/, 'unknown')
    const missing = await service.get(unknown)
    expect(missing).toMatchObject({ status: 404, body: { code } })
    expect(await service.get(path, ofOther)).toMatchObject({ status: 404, body: { code } })
    if (/\/(exceptions|members)$/.test(path)) return
    for (const [one, caller] of [
      [unknown, aCaller()],
      [path, ofOther],
    ] as const)
      expect(await service.remove(one, caller)).toMatchObject({ status: 404, body: { code } })
    expect((await service.get(path)).status).toBe(200)
  })

  it('is not found if it is an exception or a service type', async () => {
    const path = `/agents/anna/exceptions/${exceptionId}`
    const unknown = '/agents/anna/exceptions/unknown'
    expect(await service.get(unknown)).toMatchObject({ status: 404, body: { code: 'EXCEPTION_NOT_FOUND' } })
    expect(await service.remove(unknown)).toMatchObject({
      status: 404,
      body: { code: 'EXCEPTION_NOT_FOUND' },
    })
    expect(await service.remove(path, ofOther)).toMatchObject({
      status: 404,
      body: { code: 'AGENT_NOT_FOUND' },
    })
    expect((await service.get(path)).status).toBe(200)
    const type = '/applications/shop/service-types'
    expect(await service.get(`${type}/unknown`)).toMatchObject({
      status: 404,
      body: { code: 'SERVICE_TYPE_NOT_FOUND' },
    })
    expect(await service.remove(`${type}/unknown`)).toMatchObject({
      status: 404,
      body: { code: 'SERVICE_TYPE_NOT_FOUND' },
    })
    for (const one of [type, `${type}/review`])
      expect(await service.get(one, ofOther)).toMatchObject({
        status: 404,
        body: { code: 'APPLICATION_NOT_FOUND' },
      })
  })

  it('is not found if the request names an organization other than that of the token', async () => {
    for (const path of ['/agents', '/queues/advice', '/availability/freebusy'])
      expect(await service.get(`${path}?organizationId=org-2&agentId=anna`)).toMatchObject({
        status: 404,
        body: { code: 'ORGANIZATION_NOT_FOUND' },
      })
  })

  it.each([
    ['slots', { ...target, agentId: 'unknown' }, 'AGENT_NOT_FOUND'],
    ['days', { applicationId: 'shop', duration: 'PT30M', queueId: 'unknown' }, 'QUEUE_NOT_FOUND'],
    [
      'next',
      { applicationId: 'shop', duration: 'PT30M', serviceTypeId: 'unknown' },
      'SERVICE_TYPE_NOT_FOUND',
    ],
    ['next', { appointmentId: 'unknown' }, 'CALENDAR_NOT_FOUND'],
    ['freebusy', { agentId: 'anna,unknown' }, 'AGENT_NOT_FOUND'],
    ['affected', { queueId: 'unknown' }, 'QUEUE_NOT_FOUND'],
    ['affected', { teamId: 'unknown' }, 'TEAM_NOT_FOUND'],
    ['affected', { exceptionId: 'unknown' }, 'EXCEPTION_NOT_FOUND'],
  ])('in a read of %s with %j is not found', async (path, query, code) => {
    expect(await ask(path, query as Record<string, string>)).toMatchObject({ status: 404, body: { code } })
  })

  it.each([
    ['slots', () => target, 'APPLICATION_NOT_FOUND'],
    ['service-types', () => ({ applicationId: 'shop' }), 'APPLICATION_NOT_FOUND'],
    ['freebusy', () => ({ agentId: 'anna' }), 'AGENT_NOT_FOUND'],
    ['freebusy', () => ({ agentId: 'anna', applicationId: 'shop' }), 'APPLICATION_NOT_FOUND'],
    ['affected', () => ({ queueId: 'advice' }), 'QUEUE_NOT_FOUND'],
    ['affected', () => ({ teamId: 'berlin' }), 'TEAM_NOT_FOUND'],
    ['affected', () => ({ exceptionId }), 'EXCEPTION_NOT_FOUND'],
  ])('in a read of %s is not found by another organization', async (path, query, code) => {
    expect((await ask(path, query())).status).toBe(200)
    expect(await ask(path, query(), ofOther)).toMatchObject({ status: 404, body: { code } })
  })

  it('in a check is not found', async () => {
    const check = (body: object, caller = aCaller()) =>
      service.post(
        '/availability/check',
        { applicationId: 'shop', start: at(1), duration: 'PT30M', ...body },
        { caller },
      )
    expect((await check({ agentId: 'anna' })).status).toBe(200)
    for (const [body, code] of [
      [{ queueId: 'unknown' }, 'QUEUE_NOT_FOUND'],
      [{ serviceTypeId: 'unknown' }, 'SERVICE_TYPE_NOT_FOUND'],
    ] as const)
      expect(await check(body)).toMatchObject({ status: 404, body: { code } })
    expect(await check({ agentId: 'anna' }, ofOther)).toMatchObject({
      status: 404,
      body: { code: 'APPLICATION_NOT_FOUND' },
    })
  })
})
