import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '@appointments/contracts'
import { ROOM_TICKET_VERSION, tickets } from '@appointments/credentials'
import { aCaller, aCustomer, anApplication, cancelled, moved, scheduled } from './builders.ts'
import { DATA_SECRET, PUBLIC_URL, runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const links = tickets(DATA_SECRET, PUBLIC_URL)
const inRoom = (appointmentId: string, participantId: string, change = {}): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  customer: { via: 'room', appointmentId, participantId, ...change },
})
const fileFor = (id: string, caller: Caller = aCaller()) =>
  service.call('GET', `/api/v2/appointments/${id}/calendar`, { caller })
/** The value of a property, with folded lines joined (RFC 5545, section 3.1). */
const valueOf = (name: string, text: string) =>
  new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec(text.replaceAll(/\r\n[ \t]/g, ''))?.[1]?.trim()

async function booked(parts: Parameters<typeof scheduled>[1] = {}) {
  const application = anApplication()
  await service.know(application)
  const made = scheduled(application, parts)
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return made
}
const mailedInvite = (address: string | undefined) =>
  service.smtp
    .messages()
    .filter(({ to }) => to.includes(address!))
    .at(-1)!
    .attachments.find(({ mimeType }) => mimeType === 'text/calendar')!.content

describe('the calendar file of an appointment', () => {
  it('has the UID and the sequence of the mailed invite, also after a move', async () => {
    const { appointment, customer } = await booked()
    for (const change of [undefined, moved(appointment, 1).event]) {
      if (change) {
        await service.publish(change)
        await service.quiet(appointment.id)
      }
      const { status, headers, text } = await fileFor(appointment.id)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
      expect(valueOf('METHOD', text)).toBe('PUBLISH')
      const invite = mailedInvite(customer.email)
      for (const name of ['UID', 'SEQUENCE', 'DTSTART', 'DTEND', 'SUMMARY', 'STATUS'])
        expect([name, valueOf(name, text)]).toEqual([name, valueOf(name, invite)])
      expect(text).not.toContain('ATTENDEE')
    }
  })

  it('contains the link to join of the customer who reads it, and no manage link', async () => {
    const { appointment, customer } = await booked()
    const { text } = await fileFor(appointment.id, inRoom(appointment.id, customer.id))
    const link = links.roomLink(customer.id, ROOM_TICKET_VERSION)
    expect([valueOf('LOCATION', text), valueOf('URL', text)]).toEqual([link, link])
    expect(text).not.toContain('/manage/')
    const bySecureToken = inRoom(appointment.id, customer.id, { bySecureToken: true })
    for (const caller of [aCaller(), bySecureToken])
      expect((await fileFor(appointment.id, caller)).text).not.toContain('/join/')
    for (const hidden of [customer.email!, customer.lastName!]) expect(text).not.toContain(hidden)
  })

  it('contains the link of the only customer if the token names no participant', async () => {
    const unnamed = (appointmentId: string): Caller => ({
      roles: ['ROLE_CUSTOMER'],
      customer: { via: 'room', appointmentId },
    })
    const { appointment, customer } = await booked()
    const { text } = await fileFor(appointment.id, unnamed(appointment.id))
    expect(valueOf('URL', text)).toBe(links.roomLink(customer.id, ROOM_TICKET_VERSION))
    const { appointment: shared } = await booked({ customers: [aCustomer(), aCustomer()] })
    expect((await fileFor(shared.id, unnamed(shared.id))).text).not.toContain('/join/')
  })

  it('contains the place of a meeting in person, and shows that the appointment is cancelled', async () => {
    const place = { channel: 'IN_PERSON' as const, text: 'Example Street 1' }
    const { appointment, customer } = await booked({ appointment: { place } })
    const caller = inRoom(appointment.id, customer.id)
    expect(valueOf('LOCATION', (await fileFor(appointment.id, caller)).text)).toBe('Example Street 1')
    await service.publish(cancelled(appointment).event)
    expect(valueOf('STATUS', (await fileFor(appointment.id)).text)).toBe('CANCELLED')
  })

  it('can be read only by callers who may see the appointment', async () => {
    const { appointment, customer } = await booked({ appointment: { organizationId: 'org-1' } })
    const { id } = appointment
    for (const [caller, status] of [
      [aCaller({ organizationId: 'org-2' }), 404],
      [inRoom('another', customer.id), 403],
      [inRoom(id, 'removed-customer'), 403],
      [aCaller({ organizationId: 'org-1' }), 200],
      [{ ...inRoom(id, customer.id), organizationId: 'org-2' }, 404],
      [{ ...inRoom(id, customer.id), organizationId: 'org-1' }, 200],
    ] as const)
      expect((await fileFor(id, caller)).status).toBe(status)
    expect((await fileFor('unknown')).status).toBe(404)
  })
})
