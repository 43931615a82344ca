import { beforeAll, describe, expect, it } from 'vitest'
import { agent, anonymous, appointmentsService, machine, of, V1, V2 } from './harness.ts'

const service = appointmentsService()
const frame = {
  applicationId: 'app-1',
  organizationId: 'org-1',
  start: '2027-01-09T09:00:00Z',
  timeFrame: 'PT2H',
}
const ask = (path: string, parameters: Record<string, string>, version = V2) =>
  service.call(anonymous, 'GET', `${version}/${path}?${new URLSearchParams(parameters).toString()}`)
const count = async (change: Partial<typeof frame> = {}, version = V2) =>
  (await ask('count', { ...frame, ...change }, version)).body
const inApplication = (change: Record<string, unknown>, organizationId = 'org-1') =>
  service.scheduled(change, of(organizationId, agent))

describe('countAppointments', () => {
  beforeAll(async () => {
    await inApplication({ start: '2027-01-09T08:59:59.999Z' })
    await inApplication({ duration: 'PT60M' })
    await inApplication({ duration: 'PT1H' })
    await inApplication({ duration: 'PT0.5H' })
    await inApplication({ duration: 'PT1H', timezone: 'Europe/Berlin' })
    await inApplication({ start: '2027-01-09T10:59:59.999Z' })
    await inApplication({ start: '2027-01-09T11:00:00Z' })
    const { id: active } = await inApplication({ start: '2027-01-09T10:00:00Z' })
    await service.call(machine, 'POST', `${V2}/activate/${active}`)
    const { id: cancelled } = await inApplication({ start: '2027-01-09T10:00:00Z' })
    await service.call(agent, 'PUT', `${V2}/${cancelled}/cancel`)
    await inApplication({ applicationId: 'app-2' })
  })

  it.each([V1, V2])(
    'returns an element for each start, length and zone on %s [4.1 GET /count, 4.1.11, 2.7 AppointmentCountResponse]',
    async (version) => {
      const nine = { start: '2027-01-09T09:00:00Z' }
      expect(await count({}, version)).toEqual([
        { count: 1, duration: 'PT0.5H', ...nine, end: '2027-01-09T09:30:00Z', timezone: 'UTC' },
        { count: 1, duration: 'PT1H', ...nine, end: '2027-01-09T10:00:00Z', timezone: 'Europe/Berlin' },
        { count: 2, duration: 'PT1H', ...nine, end: '2027-01-09T10:00:00Z', timezone: 'UTC' },
        {
          count: 1,
          duration: 'PT30M',
          start: '2027-01-09T10:00:00Z',
          end: '2027-01-09T10:30:00Z',
          timezone: 'UTC',
        },
        {
          count: 1,
          duration: 'PT30M',
          start: '2027-01-09T10:59:59.999Z',
          end: '2027-01-09T11:29:59.999Z',
          timezone: 'UTC',
        },
      ])
    },
  )

  it('includes the start of the frame and excludes its end [4.1.11]', async () => {
    expect(await count({ start: '2027-01-09T11:00:00Z', timeFrame: 'PT0.001S' })).toMatchObject([
      { count: 1 },
    ])
    expect(await count({ start: '2027-01-09T11:00:00.001Z' })).toEqual([])
    expect(await count({ start: '2027-01-09T12:00:00+01:00', timeFrame: 'P1D' })).toMatchObject([
      { count: 1 },
    ])
  })

  it('counts nothing for another organization or an unknown application', async () => {
    expect(await count({ organizationId: 'org-2' })).toEqual([])
    expect(await count({ applicationId: 'nowhere' })).toEqual([])
  })

  it('counts for every organization in an application without an organization', async () => {
    await service.scheduled({ applicationId: 'app-nobody' })
    expect(await count({ applicationId: 'app-nobody', organizationId: 'whoever' })).toMatchObject([
      { count: 1 },
    ])
  })
})

describe('countOverlaps', () => {
  const applicationId = 'app-overlaps'
  const overlaps = async (start: string, duration: string, change = {}, version = V2) => {
    const parameters = { applicationId, organizationId: 'org-1', start, duration, ...change }
    const { status, body } = await ask('overlap/count', parameters, version)
    expect(status).toBe(200)
    return body
  }
  beforeAll(async () => {
    await inApplication({ applicationId, start: '2027-01-09T09:00:00Z', duration: 'PT1H' })
    const { id } = await inApplication({ applicationId, start: '2027-01-09T09:30:00Z', duration: 'PT1H' })
    await service.call(machine, 'POST', `${V2}/activate/${id}`)
    const cancelled = await inApplication({ applicationId, start: '2027-01-09T09:00:00Z', duration: 'P1D' })
    await service.call(agent, 'PUT', `${V2}/${cancelled.id}/cancel`)
  })

  it.each([
    ['2027-01-09T08:00:00Z', 'PT1H', 0],
    ['2027-01-09T08:00:00Z', 'PT1H0.001S', 1],
    ['2027-01-09T09:00:00Z', 'PT30M', 1],
    ['2027-01-09T09:00:00Z', 'PT31M', 2],
    ['2027-01-09T09:40:00Z', 'PT1M', 2],
    ['2027-01-09T08:00:00Z', 'P1D', 2],
    ['2027-01-09T10:00:00Z', 'PT1H', 1],
    ['2027-01-09T10:30:00Z', 'PT1H', 0],
  ])(
    'from %s for %s: %i [4.1 GET /overlap/count, 4.1.11, 2.7 AppointmentOverlapResponse]',
    async (start, duration, expected) => {
      expect(await overlaps(start, duration)).toEqual({ count: expected })
      expect(await overlaps(start, duration, {}, V1)).toEqual({ count: expected })
    },
  )

  it('counts nothing for another organization or an unknown application', async () => {
    expect(await overlaps(frame.start, 'P1D', { organizationId: 'org-2' })).toEqual({ count: 0 })
    expect(await overlaps(frame.start, 'P1D', { applicationId: 'nowhere' })).toEqual({ count: 0 })
  })
})

describe.each([
  ['count', 'timeFrame'],
  ['overlap/count', 'duration'],
])('the parameters of %s', (path, length) => {
  const valid = { applicationId: 'app-1', organizationId: 'org-1', start: frame.start, [length]: 'PT1H' }

  it('are all required, and the error names every missing one [4.1 GET /count, 4.1 GET /overlap/count, 7 400]', async () => {
    for (const version of [V1, V2]) {
      const { status, body } = await ask(path, {}, version)
      expect(status).toBe(400)
      expect(body.errors.map(({ parameter, code }) => [parameter, code])).toEqual(
        ['applicationId', 'organizationId', 'start', length].map((name) => [name, 'REQUIRED']),
      )
    }
  })

  it.each([
    ['start', 'tomorrow'],
    ['start', '2027-01-09'],
    [length, 'P1M'],
    [length, 'PT0S'],
    [length, 'P732D'],
    ['applicationId', ''],
    ['organizationId', 'a b'],
  ])('reject %s=%s', async (name, value) => {
    const { status, body } = await ask(path, { ...valid, [name]: value })
    expect(status).toBe(400)
    expect(body.errors.map(({ parameter }) => parameter)).toEqual([name])
  })
})
