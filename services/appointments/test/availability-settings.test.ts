import { describe, expect, it } from 'vitest'
import { defaultAvailabilitySettings } from '@appointments/contracts'
import { appointmentsService, machine, of, rejection, supervisor } from './harness.ts'

const application = (id: string) => `/api/v2/applications/${id}`
const at = (id: string) => `${application(id)}/availability`

describe('how an application offers times', () => {
  const service = appointmentsService()
  const put = (id: string, body: unknown, caller = supervisor, headers = {}) =>
    service.call(caller, 'PUT', at(id), body, headers)

  it('has defaults in version 0 until it is written', async () => {
    await service.configured('app-fresh', {})
    const { status, body, headers } = await service.call(machine, 'GET', at('app-fresh'))
    expect(status).toBe(200)
    expect(body).toEqual({ ...defaultAvailabilitySettings, applicationId: 'app-fresh', version: 0 })
    expect(headers.get('etag')).toBe('"0"')
  })

  it('is replaced by a PUT, which is published', async () => {
    await service.configured('app-put', {})
    const settings = { publicSlots: true, defaults: { granularity: 'PT30M' } }
    const first = await put('app-put', settings, supervisor, { 'if-match': '"0"' })
    expect(first.body).toMatchObject({ version: 1, publicSlots: true, defaults: { horizon: 'P90D' } })
    const second = await put('app-put', { availabilityPolicy: 'WARN' }, machine)
    expect(second.body).toMatchObject({ version: 2, publicSlots: false, availabilityPolicy: 'WARN' })
    expect((await service.call(supervisor, 'GET', at('app-put'))).body).toEqual(second.body)
    const events = (await service.eventsOf('app-put')).filter(({ type }) => type.startsWith('APAvailability'))
    expect(events.map(({ data }) => data)).toEqual([{ settings: first.body }, { settings: second.body }])
  })

  it('may keep customers from moving an appointment for at most two years', async () => {
    await service.configured('app-cutoff', {})
    const before = await service.footprint()
    expect(await put('app-cutoff', { customerMoveCutoff: 'P731DT1S' })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/customerMoveCutoff', code: 'DURATION_OUT_OF_RANGE' }] },
    })
    expect(await service.footprint()).toEqual(before)
    expect((await put('app-cutoff', { customerMoveCutoff: 'P731D' })).status).toBe(200)
  })

  it('compares If-Match with its own version', async () => {
    await service.configured('app-match', {})
    await put('app-match', {})
    const stale = await put('app-match', { publicSlots: true }, supervisor, { 'if-match': '"0"' })
    expect(rejection(stale)).toMatchObject({ status: 412, code: 'VERSION_MISMATCH' })
  })

  it('is written once for each Idempotency-Key', async () => {
    await service.configured('app-key', {})
    const headers = { 'idempotency-key': 'settings-1' }
    const bodies = await Promise.all(
      [1, 2].map(async () => (await put('app-key', {}, machine, headers)).body),
    )
    expect(bodies).toMatchObject([{ version: 1 }, { version: 1 }])
  })

  it('is hidden from other organizations and unknown without its application', async () => {
    await service.configured('app-own', {}, of('org-1', machine))
    for (const method of ['GET', 'PUT'] as const) {
      const body = method === 'PUT' ? {} : undefined
      const foreign = await service.call(of('org-2', supervisor), method, at('app-own'), body)
      const unknown = await service.call(machine, method, at('app-none'), body)
      expect([rejection(foreign), rejection(unknown)]).toMatchObject([
        { status: 404, code: 'APPLICATION_NOT_FOUND' },
        { status: 404, code: 'APPLICATION_NOT_FOUND' },
      ])
    }
  })

  it('may name only holiday calendars that exist', async () => {
    await service.configured('app-calendars', {})
    const holidayCalendarIds = ['berlin', 'atlantis']
    const before = await service.footprint()
    expect(await put('app-calendars', { holidayCalendarIds })).toMatchObject({
      status: 400,
      body: {
        code: 'UNKNOWN_REFERENCE',
        errors: [{ pointer: '/holidayCalendarIds/1', code: 'UNKNOWN_REFERENCE' }],
      },
    })
    expect(await service.footprint()).toEqual(before)
    expect((await put('app-calendars', { holidayCalendarIds: ['berlin'] })).status).toBe(200)
  })

  it('can be written while availability is down if it names no further holiday calendar', async () => {
    await service.configured('app-away', {})
    await put('app-away', { holidayCalendarIds: ['berlin'] })
    service.availability.calendars = undefined
    const kept = await put('app-away', { holidayCalendarIds: ['berlin'], publicSlots: true })
    const added = await put('app-away', { holidayCalendarIds: ['berlin', 'hamburg'] })
    service.availability.calendars = ['berlin']
    expect(kept.status).toBe(200)
    expect(rejection(added)).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
  })

  it('enforces calendars only if double booking is rejected', async () => {
    await service.configured('app-policy', {})
    const conflict = { status: 400, code: 'POLICY_CONFLICT' }
    const before = await service.footprint()
    expect(rejection(await put('app-policy', { availabilityPolicy: 'ENFORCE' }))).toMatchObject(conflict)
    expect(await service.footprint()).toEqual(before)

    await service.configured('app-policy', { overlapPolicy: 'REJECT' })
    expect((await put('app-policy', { availabilityPolicy: 'ENFORCE' })).status).toBe(200)
    for (const method of ['PUT', 'PATCH'] as const) {
      const response = await service.call(machine, method, application('app-policy'), {
        overlapPolicy: 'ALLOW',
      })
      expect(rejection(response)).toMatchObject(conflict)
    }
    await put('app-policy', { availabilityPolicy: 'WARN' })
    await service.configured('app-policy', { overlapPolicy: 'ALLOW' })
  })
})
