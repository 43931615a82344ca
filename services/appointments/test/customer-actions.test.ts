import { describe, expect, it } from 'vitest'
import { instant, type Caller } from '@appointments/contracts'
import { ROOM_TICKET_VERSION, tickets } from '@appointments/credentials'
import {
  aCustomer,
  agent,
  appointmentsService,
  aSchedule,
  customerOf,
  inRoom,
  managing,
  rejection,
  supervisor,
  V1,
  V2,
} from './harness.ts'

const DATA_SECRET = 'a-secret-for-the-links-of-customers!'
const PUBLIC_URL = 'https://appointments.example.com'
const links = tickets(DATA_SECRET, PUBLIC_URL)
const ADDRESS = 'ada@example.com'

const withCustomer = (applicationId: string) => ({ applicationId, customers: [aCustomer()] })

/** A customer that verified its address with a one-time password for an application. */
const proved = (id: string, applicationId = 'app-books'): Caller => ({
  roles: [],
  verifiedContact: { channel: 'EMAIL', to: ADDRESS },
  oneTimePassword: { id, applicationId },
})

describe('actions of a customer', () => {
  const service = appointmentsService({ DATA_SECRET, PUBLIC_URL: `${PUBLIC_URL}/` })
  // the start is 2027-01-09T09:00:00Z
  const configured = async (id: string) => {
    await service.configured(id, { customerCancelCutoff: 'PT24H' })
    await service.call(supervisor, 'PUT', `/api/v2/applications/${id}/availability`, {
      customerMoveCutoff: 'PT48H',
    })
  }
  const read = async (caller: Caller, id: string) =>
    (await service.call(caller, 'GET', `${V2}/${id}`)).body.customerActions
  const move = (caller: Caller, id: string, start: string, headers = {}) =>
    service.call(caller, 'PUT', `${V2}/reschedule`, { id, start }, headers)
  const cancel = (caller: Caller, id: string) => service.call(caller, 'PUT', `${V2}/${id}/cancel`, {})

  it('match what the operations allow, at each moment', async () => {
    await configured('app-actions')
    const moments: [string, { move: boolean; cancel: boolean }][] = [
      ['2027-01-07T09:00:00Z', { move: true, cancel: true }],
      ['2027-01-07T09:00:01Z', { move: false, cancel: true }],
      ['2027-01-08T09:00:00Z', { move: false, cancel: true }],
      ['2027-01-08T09:00:01Z', { move: false, cancel: false }],
    ]
    for (const [moment, allowed] of moments) {
      service.setNow('2027-01-01T09:00:00Z')
      const { id, participants } = await service.scheduled(withCustomer('app-actions'))
      const customer = managing(id, customerOf({ participants }))
      service.setNow(moment)
      expect(await read(customer, id)).toEqual({
        move: { allowed: allowed.move, until: '2027-01-07T09:00:00Z' },
        cancel: { allowed: allowed.cancel, until: '2027-01-08T09:00:00Z' },
      })
      const moved = await move(customer, id, '2027-01-10T09:00:00Z')
      expect(moved.status).toBe(allowed.move ? 200 : 403)
      const current = managing(id, customerOf({ participants }), { ticketVersion: allowed.move ? 2 : 1 })
      expect((await cancel(current, id)).status).toBe(allowed.cancel ? 200 : 403)
    }
  })

  it('have no deadline if the application sets none', async () => {
    await service.configured('app-free', {})
    const { id, participants } = await service.scheduled(withCustomer('app-free'))
    const customer = managing(id, customerOf({ participants }))
    expect(await read(customer, id)).toEqual({ move: { allowed: true }, cancel: { allowed: true } })
    const { body } = await cancel(customer, id)
    const nothing = { move: { allowed: false }, cancel: { allowed: false } }
    expect(body.customerActions).toEqual(nothing)
    expect(await read(customer, id)).toEqual(nothing)
  })

  it('are over, but readable, if settings from before their limit have a longer deadline', async () => {
    const applicationId = 'app-unlimited'
    await configured(applicationId)
    await service.query(
      `UPDATE applications SET settings = (settings::jsonb || $2::jsonb)::json WHERE id = $1`,
      [applicationId, { customerCancelCutoff: 'P999999999D', noShowGrace: 'P999999999D' }],
    )
    await service.query(
      `UPDATE availability_settings SET settings = (settings::jsonb || $2::jsonb)::json WHERE application_id = $1`,
      [applicationId, { customerMoveCutoff: 'P999999999D' }],
    )
    const wish = aSchedule(withCustomer(applicationId))
    const caller = proved('password-unlimited', applicationId)
    const { status, body } = await service.call(caller, 'POST', `${V2}/basic`, wish)
    expect(status).toBe(200)
    const over = { move: { allowed: false }, cancel: { allowed: false } }
    expect(body.customerActions).toMatchObject(over)
    expect(await read(managing(body.id, customerOf(body)), body.id)).toMatchObject(over)
  })

  it('are denied with a room link or a replaced manage link, and are not shown to staff or on v1', async () => {
    await configured('app-links')
    service.setNow('2027-01-01T09:00:00Z')
    const { id, participants } = await service.scheduled(withCustomer('app-links'))
    const person = customerOf({ participants })
    const nothing = { move: { allowed: false }, cancel: { allowed: false } }
    expect(await read(inRoom(id, person), id)).toMatchObject(nothing)
    expect(await read(managing(id, person, { ticketVersion: 7 }), id)).toMatchObject(nothing)
    const onlyReading = managing(id, person, { actions: ['READ', 'CANCEL'] })
    expect(await read(onlyReading, id)).toMatchObject({ move: { allowed: false }, cancel: { allowed: true } })
    for (const caller of [agent, supervisor]) expect(await read(caller, id)).toBeUndefined()
    const onV1 = await service.call(managing(id, person), 'GET', `${V1}/${id}`)
    expect(onV1.status).toBe(200)
    expect(onV1.body).not.toHaveProperty('customerActions')
    expect(onV1.body).not.toHaveProperty('joinFrom')
  })

  it('come with the earliest time to join, for an open video call', async () => {
    await service.configured('app-join', { earlyJoin: 'PT30M' })
    const joinFromOf = async (further: object) => {
      const { id, participants, start } = await service.scheduled({ ...withCustomer('app-join'), ...further })
      const caller = managing(id, customerOf({ participants }))
      const { body } = await service.call(caller, 'GET', `${V2}/${id}`)
      expect((await service.call(agent, 'GET', `${V2}/${id}`)).body).not.toHaveProperty('joinFrom')
      return { joinFrom: body.joinFrom, early: instant(Date.parse(start) - 1_800_000), id, caller }
    }
    const video = await joinFromOf({})
    expect(video.joinFrom).toBe(video.early)
    expect((await joinFromOf({ place: { channel: 'PHONE' } })).joinFrom).toBeUndefined()
    const { body } = await cancel(video.caller, video.id)
    expect(body).not.toHaveProperty('joinFrom')
  })

  it('come with the new links after a move, but only for the customer who moved the appointment', async () => {
    await configured('app-goes-on')
    service.setNow('2027-01-01T09:00:00Z')
    const { id, participants } = await service.scheduled(withCustomer('app-goes-on'))
    const person = customerOf({ participants })
    const key = { 'idempotency-key': 'a-move' }
    const moved = await move(managing(id, person), id, '2027-01-10T09:00:00Z', key)
    expect(moved.body.links).toEqual({
      manage: links.manageLink(person, 2),
      join: links.roomLink(person, ROOM_TICKET_VERSION),
    })
    expect(moved.body.links?.manage).toMatch(/^https:\/\/appointments\.example\.com\/manage\/[\w-]+$/)
    expect(moved.body.customerActions).toMatchObject({
      move: { allowed: true, until: '2027-01-08T09:00:00Z' },
      cancel: { allowed: true },
    })
    const replayed = await move(managing(id, person), id, '2027-01-10T09:00:00Z', key)
    expect(replayed.headers.get('idempotency-replayed')).toBe('true')
    expect(replayed.body).toEqual(moved.body)
    const again = managing(id, person, { ticketVersion: 2 })
    expect((await move(again, id, '2027-01-11T09:00:00Z')).body.links?.manage).toBe(
      links.manageLink(person, 3),
    )
    const byStaff = await move(agent, id, '2027-01-12T09:00:00Z')
    expect(byStaff.status).toBe(200)
    expect(byStaff.body).not.toHaveProperty('links')
    expect(JSON.stringify(byStaff.body)).not.toContain('/manage/')
    for (const caller of [supervisor, managing(id, person, { ticketVersion: 3 }), inRoom(id, person)])
      expect((await service.call(caller, 'GET', `${V2}/${id}`)).body).not.toHaveProperty('links')
  })

  it('come with links for a customer who has just booked, but not for a registered client', async () => {
    await configured('app-books')
    service.setNow('2027-01-01T09:00:00Z')
    const wish = aSchedule({
      applicationId: 'app-books',
      customers: [{ contact: { primaryEmail: ADDRESS } }],
    })
    const headers = { 'idempotency-key': 'a-booking' }
    const book = (caller: Caller) => service.call(caller, 'POST', `${V2}/basic`, wish, headers)
    const { status, body } = await book(proved('password-links'))
    expect(status).toBe(200)
    const person = customerOf(body)
    expect(body.links).toEqual({
      manage: links.manageLink(person, 1),
      join: links.roomLink(person, ROOM_TICKET_VERSION),
    })
    expect(body.customerActions).toMatchObject({ move: { allowed: true }, cancel: { allowed: true } })
    expect((await book(proved('password-links'))).body).toEqual(body)
    const kept = await service.query<{ text: string }>(
      `SELECT encode(sealed, 'escape') || coalesce(body::text, '') AS text FROM idempotent_requests`,
    )
    expect(kept.length).toBeGreaterThan(0)
    for (const { text } of kept) expect(text).not.toContain('/manage/')

    const registered = { ...proved('password-of-client'), clientId: 'crm' }
    const byClient = await service.call(registered, 'POST', `${V2}/basic`, wish)
    expect(byClient.status).toBe(200)
    expect(byClient.body).not.toHaveProperty('links')
    expect(byClient.body).not.toHaveProperty('customerActions')
  })

  it('come without the links of guests', async () => {
    await service.configured('app-guests', { selfBookingGuests: 1 })
    const wish = aSchedule({
      applicationId: 'app-guests',
      customers: [{ contact: { primaryEmail: 'guest@example.com' } }, { contact: { primaryEmail: ADDRESS } }],
    })
    const { body } = await service.call(proved('password-guests', 'app-guests'), 'POST', `${V2}/basic`, wish)
    const [guest, booker] = body.participants.filter(({ type }) => type === 'CUSTOMER')
    expect(body.links?.manage).toBe(links.manageLink(booker!.id, 1))
    expect(JSON.stringify(body)).not.toContain(links.derive('manage', guest!.id, 1))
  })

  it('are rejected after the deadline, with the deadline in the error', async () => {
    await configured('app-late')
    service.setNow('2027-01-01T09:00:00Z')
    const { id, participants } = await service.scheduled(withCustomer('app-late'))
    service.setNow('2027-01-08T20:00:00Z')
    const late = await move(managing(id, customerOf({ participants })), id, '2027-01-10T09:00:00Z')
    expect(rejection(late)).toEqual({ status: 403, code: 'MOVE_CUTOFF_PASSED' })
    expect(late.body).toMatchObject({
      detail: 'Customers could move until 2027-01-07T09:00:00Z (customerMoveCutoff PT48H).',
    })
  })
})

describe('without DATA_SECRET', () => {
  const service = appointmentsService()

  it('responses have no links', async () => {
    const { id, participants } = await service.scheduled(withCustomer('app-1'))
    const moved = await service.call(managing(id, customerOf({ participants })), 'PUT', `${V2}/reschedule`, {
      id,
      start: '2027-01-10T09:00:00Z',
    })
    expect(moved.status).toBe(200)
    expect(moved.body).not.toHaveProperty('links')
  })
})
