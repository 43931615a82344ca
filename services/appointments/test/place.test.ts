import { describe, expect, it } from 'vitest'
import { serviceTypeRequest, type Caller } from '@appointments/contracts'
import {
  aCustomer,
  appointmentsService,
  aSchedule,
  customerOf,
  managing,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const ADDRESS = 'Example Street 1, Berlin'

describe('the place of an appointment', () => {
  const service = appointmentsService()
  const read = async (id: string) => (await service.read(id)) as unknown as { place: object }
  const placeOf = async (change: object) =>
    (await read((await service.scheduled({ applicationId: 'app-place', ...change })).id)).place

  it('is the requested one, with the address of the application for a meeting in person', async () => {
    await service.configured('app-place', {})
    await service.call(supervisor, 'PUT', '/api/v2/applications/app-place/presentation', {
      brand: { address: ADDRESS },
    })
    expect(await placeOf({})).toEqual({ channel: 'VIDEO' })
    expect(await placeOf({ place: { channel: 'PHONE' } })).toEqual({ channel: 'PHONE' })
    expect(await placeOf({ place: { channel: 'IN_PERSON' } })).toEqual({
      channel: 'IN_PERSON',
      text: ADDRESS,
    })
    const own = { channel: 'IN_PERSON', text: 'Room 7' }
    expect(await placeOf({ place: own })).toEqual(own)
    expect(await placeOf({ place: { channel: 'IN_PERSON', text: '' } })).toMatchObject({ text: ADDRESS })
  })

  it('is the channel of the service type if the request has no place', async () => {
    await service.publish('APServiceTypeChangedEvent', 'app-place/visit', 1, {
      applicationId: 'app-place',
      id: 'visit',
      version: 1,
      serviceType: {
        ...serviceTypeRequest.parse({ name: 'Visit', durations: ['PT45M'], channel: 'IN_PERSON' }),
        id: 'visit',
        applicationId: 'app-place',
        version: 1,
        createdAt: '2026-12-01T00:00:00Z',
        updatedAt: '2026-12-01T00:00:00Z',
      },
    })
    expect(await placeOf({ serviceTypeId: 'visit' })).toEqual({ channel: 'IN_PERSON', text: ADDRESS })
    expect(await placeOf({ serviceTypeId: 'visit', place: { channel: 'PHONE' } })).toEqual({
      channel: 'PHONE',
    })
  })

  it('stays with the appointment when it moves, is shown to its customer, and is not on v1', async () => {
    const place = { channel: 'IN_PERSON', text: 'Room 7' }
    const { id, participants } = await service.scheduled({ customers: [aCustomer()], place })
    const customer = managing(id, customerOf({ participants }))
    const moved = await service.call(customer, 'PUT', `${V2}/reschedule`, {
      id,
      start: '2027-01-10T09:00:00Z',
    })
    expect(moved.body).toMatchObject({ place })
    const [event] = await service.eventsOf(id)
    expect(event?.data).toMatchObject({ appointment: { place } })
    const onV1 = await service.call(supervisor, 'GET', `${V1}/${id}`)
    expect(onV1.body).not.toHaveProperty('place')
  })

  it('cannot be set by a customer who books for itself', async () => {
    const caller: Caller = {
      roles: [],
      verifiedContact: { channel: 'EMAIL', to: 'ada@example.com' },
      oneTimePassword: { id: 'password-place', applicationId: 'app-place' },
    }
    const wish = aSchedule({
      applicationId: 'app-place',
      customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
    })
    const placed = await service.call(caller, 'POST', `${V2}/basic`, {
      ...wish,
      place: { channel: 'IN_PERSON', text: 'My place' },
    })
    expect(rejection(placed)).toEqual({ status: 400, code: 'VALIDATION_FAILED' })
    expect(placed.body.errors).toMatchObject([{ pointer: '/place', code: 'FIELD_NOT_ALLOWED' }])
    const booked = await service.call(caller, 'POST', `${V2}/basic`, wish)
    expect(booked.body).toMatchObject({ place: { channel: 'VIDEO' } })
  })

  it('is one of three channels, with a text on one line', async () => {
    for (const [place, pointer] of [
      [{ channel: 'FAX' }, '/place/channel'],
      [{ text: 'Room 7' }, '/place/channel'],
      [{ channel: 'PHONE', text: 'x'.repeat(301) }, '/place/text'],
      [{ channel: 'PHONE', text: 'two\nlines' }, '/place/text'],
    ] as const) {
      const { status, body } = await service.call(supervisor, 'POST', V2, aSchedule({ place }))
      expect([status, body.errors.map((one) => one.pointer)]).toEqual([400, [pointer]])
    }
  })
})
