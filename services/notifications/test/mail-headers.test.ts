import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApplication, aCustomer, aRoster, moved, scheduled, eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

const mailsTo = (address: string | undefined) =>
  service.smtp.messages().filter(({ to }) => to.includes(address!))

async function inviteIn(raw: Parameters<typeof PostalMime.parse>[0]) {
  const { attachments } = await PostalMime.parse(raw)
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const content = new TextDecoder().decode(part.content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(content) as unknown[])
  const event = calendar.getFirstSubcomponent('vevent')!
  const text = (name: string) => String(event.getFirstPropertyValue(name))
  return {
    method: calendar.getFirstPropertyValue('method'),
    headerMethod: part.method,
    uid: text('uid'),
    sequence: Number(text('sequence')),
    status: event.getFirstPropertyValue('status'),
    attendees: event.getAllProperties('attendee').map((one) => String(one.getFirstValue()).toLowerCase()),
    content,
  }
}

describe('a mail', () => {
  it('carries the headers that the application propagates, as X-…, and no others', async () => {
    const application = await service.know(
      anApplication({
        email: { propagateHeaders: ['X-Campaign', 'tenant', 'host', 'x-auto-response-suppress'] },
      }),
    )
    const { event, customer } = scheduled(application, {
      appointment: {
        notificationHeaders: {
          'x-campaign': 'spring',
          Tenant: 'north',
          'x-secret': 'not-to-travel',
          host: 'evil.example',
          'X-Auto-Response-Suppress': 'none',
        },
      },
    })
    await service.publish(event)
    const { headers, raw } = await service.smtp.waitFor(({ to }) => to.includes(customer.email!))
    expect(headers).toMatchObject({
      'x-campaign': 'spring',
      'x-tenant': 'north',
      'x-auto-response-suppress': 'All',
      'auto-submitted': 'auto-generated',
    })
    expect(raw).not.toMatch(/not-to-travel|evil\.example/)
  })

  it('belongs to the thread of its appointment, and its invite to a single calendar entry', async () => {
    const application = await service.know(anApplication({ schedules: [] }))
    const { event, appointment, roster, customers } = scheduled(application, {
      customers: [aCustomer(), aCustomer()],
    })
    const [leaving, staying] = customers
    await service.publish(event)
    await service.quiet(appointment.id)
    // a new sender address keeps the same calendar entry
    const from = { emailAddress: 'new@other.example' }
    await service.know({ ...application, version: 3, notifications: { ...application.notifications, from } })
    const { event: move } = moved(appointment, 1)
    await service.publish(move)
    await service.quiet(appointment.id)
    await service.publish(
      eventOf('APParticipantRemovedEvent', {
        appointmentId: appointment.id,
        roster: { ...aRoster([staying!]), version: roster.version + 1 },
        participantId: leaving!.id,
        participantType: 'CUSTOMER',
      }),
    )
    await service.quiet(appointment.id)

    const mails = mailsTo(leaving!.email)
    expect(mails.map(({ headers }) => headers.references)).toEqual(
      Array<string>(3).fill(`<${appointment.id}@appointments.example>`),
    )
    const invites = await Promise.all(mails.map(({ raw }) => inviteIn(raw)))
    expect(new Set(invites.map(({ uid }) => uid)).size).toBe(1)
    expect(
      invites.map(({ method, headerMethod, sequence, status }) => [method, headerMethod, sequence, status]),
    ).toEqual([
      ['REQUEST', 'REQUEST', 0, 'CONFIRMED'],
      ['REQUEST', 'REQUEST', 1, 'CONFIRMED'],
      ['CANCEL', 'CANCEL', 2, null],
    ])
    expect(invites[2]!.attendees).toEqual([`mailto:${leaving!.email}`])
    for (const { content } of invites) {
      expect(content).toMatch(/\r?\nDTSTART:\d{8}T\d{6}Z\r?\n/)
      expect(content).not.toContain('TZID')
      expect(content.split(/\r?\n/).every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    }
    // the remaining customer receives nothing about the removal
    expect(mailsTo(staying!.email)).toHaveLength(2)
  })

  it('has text, HTML and the invite as alternatives', async () => {
    const application = await service.know(anApplication({ schedules: [] }))
    const { event, customer } = scheduled(application)
    await service.publish(event)
    const { raw } = await service.smtp.waitFor(({ to }) => to.includes(customer.email!))
    const types = [...raw.matchAll(/^Content-Type: ([\w/]+)/gim)].map(([, type]) => type)
    expect(types).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'text/calendar',
      'application/ics',
    ])
  })
})

it.each([
  ['America/New_York', 'en-US', /EST|GMT-5/],
  ['Asia/Kolkata', 'de', /GMT\+5:30|IST/],
  ['Asia/Tashkent', 'fr', /UTC\+5|GMT\+5/],
])('the subject names the time zone: %s in %s', async (timezone, locale, zone) => {
  const application = await service.know(anApplication({ schedules: [] }))
  const { event, customer } = scheduled(application, { appointment: { timezone, locale } })
  await service.publish(event)
  const { subject } = await service.smtp.waitFor(({ to }) => to.includes(customer.email!))
  expect(subject).toMatch(zone)
})
