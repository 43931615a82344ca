import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { tickets } from '@appointments/credentials'
import { aCustomer, anApplication, scheduled, eventOf } from './builders.ts'
import { DATA_SECRET, PUBLIC_URL, runNotifications, summary, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const mailTo = (address: string | undefined) => service.smtp.waitFor(({ to }) => to.includes(address ?? ''))

describe('scheduling an appointment', () => {
  it('informs the customer by mail, and plans the reminders [4.1.4, 6.2]', async () => {
    const application = await service.know(anApplication())
    const { event, appointment, customer } = scheduled(application)
    await service.publish(event)

    expect(summary(await service.quiet(appointment.id))).toEqual([
      'CREATE EMAIL DELIVERED',
      'REMINDER EMAIL INITIALIZED',
      'REMINDER SMS INITIALIZED',
    ])
    const byMail = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(byMail.planned_offset).toBe('PT24H')
    expect(byMail.scheduled_for).toEqual(new Date('2027-01-06T09:00:00Z'))
    const bySms = await service.rowOf(appointment.id, 'REMINDER', 'SMS')
    expect(bySms.scheduled_for).toEqual(new Date('2027-01-07T08:00:00Z'))

    const mail = await mailTo(customer.email)
    // versions of the runtime differ in commas
    expect(mail.subject).toMatch(/^Your appointment: Mortgage consultation, Thu,? 7 Jan,? 10:00 CET$/)
    expect(mail.text).toMatch(/Thursday,? 7 January 2027(,| at) 10:00\s?–\s?10:30/)
    expect(mail.text).toContain('Central European Standard Time (Europe/Berlin, UTC+01:00)')
    const link = tickets(DATA_SECRET, PUBLIC_URL).manageLink(customer.id, 1)
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    const record = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
    expect(mail.headers['message-id']).toBe(`<${record.id}@appointments.example>`)
    expect(mail.headers['auto-submitted']).toBe('auto-generated')
    expect(mail.from).toBe('service@appointments.example')
    expect(await service.storyOf(record.id)).toEqual(['created', 'claimed', 'attempt', 'delivered'])
  })

  it('attaches an invite as a calendar alternative and as a file, in UTC', async () => {
    const application = await service.know(anApplication())
    const { event, appointment, customer } = scheduled(application)
    await service.publish(event)
    const { raw } = await mailTo(customer.email)
    const parsed = await PostalMime.parse(raw)
    const parts = parsed.attachments.map(({ mimeType, method, filename }) => ({ mimeType, method, filename }))
    expect(parts).toEqual([
      expect.objectContaining({ mimeType: 'text/calendar', method: 'REQUEST' }),
      expect.objectContaining({ mimeType: 'application/ics', filename: 'invite.ics' }),
    ])
    const content = new TextDecoder().decode(parsed.attachments[0]!.content as ArrayBuffer)
    const calendar = new ICAL.Component(ICAL.parse(content) as unknown[])
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    const invite = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
    expect(invite.uid).toBe(`${appointment.id}@appointments.example`)
    expect(invite.sequence).toBe(0)
    expect(invite.startDate.toString()).toBe('2027-01-07T09:00:00Z')
    expect(invite.endDate.toString()).toBe('2027-01-07T09:30:00Z')
    expect(invite.summary).toBe('Mortgage consultation')
    expect(String(invite.attendees[0]!.getFirstValue()).toLowerCase()).toBe(
      `mailto:${String(customer.email)}`,
    )
    expect(content).toMatch(/DTSTAMP:\d{8}T\d{6}Z/)
  })

  it('writes to every customer with an address, in the language of the appointment', async () => {
    const application = await service.know(anApplication({ from: { emailName: 'Hafenbank' } }))
    const reachable = aCustomer({ firstName: 'Jürgen', lastName: 'Müller' })
    const { phone: _phone, email: _email, ...nameOnly } = aCustomer({ username: 'nobody' })
    const { event, appointment } = scheduled(application, {
      appointment: { locale: 'de-AT', title: 'Beratung <b>"Haus & Hof"</b>' },
      customers: [reachable, nameOnly],
    })
    await service.publish(event)
    const rows = await service.quiet(appointment.id)
    // an unreachable customer gets one cancelled record for each message, with the reason
    const unreached = rows.filter(({ recipient_key }) => recipient_key === nameOnly.id)
    expect(summary(unreached)).toEqual(['CREATE EMAIL CANCELLED', 'REMINDER EMAIL CANCELLED'])
    for (const { id } of unreached)
      expect(await service.storyOf(id)).toEqual(['created', 'cancelled no_address'])
    const mail = await mailTo(reachable.email)
    expect(mail.text).toContain('Guten Tag Jürgen!')
    expect(mail.text).toContain('Beratung <b>"Haus & Hof"</b>')
    expect(mail.html).toContain('Beratung &lt;b&gt;&quot;Haus &amp; Hof&quot;&lt;/b&gt;')
    expect(mail.text).toContain('Donnerstag, 7. Jänner 2027')
    expect(mail.headers.from).toContain('Hafenbank')
  })

  it('falls back to the language of the application, then to English', async () => {
    const french = await service.know(anApplication({ defaultLocale: 'fr' }))
    const first = scheduled(french, { appointment: { locale: 'pt-BR' } })
    const second = scheduled(await service.know(anApplication()), { appointment: { locale: 'zz' } })
    await service.publish(first.event, second.event)
    expect((await mailTo(first.customer.email)).text).toContain('Bonjour Ada,')
    expect((await mailTo(second.customer.email)).text).toContain('Hello Ada,')
  })

  it('uses the channels that the application chooses', async () => {
    const application = await service.know(
      anApplication({ types: { CREATE: { channels: ['SMS'] } }, schedules: [] }),
    )
    const { event, appointment } = scheduled(application)
    await service.publish(event)
    const rows = await service.quiet(appointment.id)
    expect(summary(rows)).toEqual(['CREATE SMS PENDING'])
    const [message] = service.twilio.messages().filter(({ body }) => body.includes('Mortgage'))
    expect(message!.body).toMatch(/Mortgage consultation is booked for Thu,? 7 Jan,? 10:00 CET\./)
  })

  it('records a reminder whose time has passed as cancelled, with the reason', async () => {
    const application = await service.know(anApplication())
    const { event, appointment } = scheduled(application, {
      appointment: { start: '2027-01-04T18:00:00Z', end: '2027-01-04T18:30:00Z' },
    })
    await service.publish(event)
    await service.quiet(appointment.id)
    const byMail = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(byMail.status).toBe('CANCELLED')
    expect(byMail.scheduled_for).toEqual(new Date('2027-01-03T18:00:00Z'))
    expect(await service.storyOf(byMail.id)).toEqual(['created', 'cancelled offset_elapsed'])
    expect((await service.rowOf(appointment.id, 'REMINDER', 'SMS')).status).toBe('INITIALIZED')
  })

  it('counts the days of an offset in the calendar of the zone, across a clock change', async () => {
    const application = await service.know(
      anApplication({
        schedules: [
          { type: 'REMINDER', offset: 'P1D', channels: ['EMAIL'] },
          { type: 'REMINDER', offset: 'PT24H', channels: ['EMAIL'] },
        ],
      }),
    )
    const { event, appointment } = scheduled(application, {
      // 10:00 on the day Berlin's clocks go forward
      appointment: { start: '2027-03-28T08:00:00Z', end: '2027-03-28T08:30:00Z' },
    })
    await service.publish(event)
    const planned = (await service.quiet(appointment.id)).filter(({ type }) => type === 'REMINDER')
    const times = planned.map(({ planned_offset, scheduled_for }) => [planned_offset, scheduled_for])
    expect(times).toContainEqual(['P1D', new Date('2027-03-27T09:00:00Z')])
    expect(times).toContainEqual(['PT24H', new Date('2027-03-27T08:00:00Z')])
  })

  it.each([
    ['the application has its notifications off', { active: false }, {}],
    ['the appointment has its notifications off', {}, { notificationsActive: false }],
  ])('writes and sends nothing if %s [4.1.4, 6.2]', async (_, notifications, appointment) => {
    const application = await service.know(anApplication(notifications))
    const { event, appointment: booked, customer } = scheduled(application, { appointment })
    await service.publish(event)
    expect(await service.quiet(booked.id)).toEqual([])
    expect(service.smtp.messages().filter(({ to }) => to.includes(customer.email!))).toEqual([])
  })

  it('writes nothing for an application without settings', async () => {
    const application = { ...anApplication(), version: 1 }
    const { event, appointment } = scheduled(application)
    await service.publish(event)
    expect(await service.quiet(appointment.id)).toEqual([])
  })

  it('sends once, however often the event arrives', async () => {
    const application = await service.know(anApplication())
    const { event, appointment, customer } = scheduled(application)
    await service.publish(event, event)
    await service.quiet(appointment.id)
    await service.publish(event)
    expect(summary(await service.quiet(appointment.id))).toHaveLength(3)
    expect(service.smtp.messages().filter(({ to }) => to.includes(customer.email!))).toHaveLength(1)
  })

  it('keeps line breaks out of headers', async () => {
    const application = await service.know(anApplication())
    const { event, customer } = scheduled(application, {
      appointment: { title: 'One\r\nBcc: everybody@example.com' },
      customers: [aCustomer({ firstName: 'Eve\nX: y' })],
    })
    await service.publish(event)
    const mail = await mailTo(customer.email)
    expect(mail.subject).toContain('One Bcc: everybody@example.com')
    expect(mail.headers.bcc).toBeUndefined()
    expect(mail.to).toEqual([customer.email])
  })

  it('waits for settings that have not arrived yet', async () => {
    const application = anApplication({}, { version: 3 })
    const { event, appointment } = scheduled(application)
    const applied = service.publish(event)
    await service.know(application)
    await applied
    expect(summary(await service.quiet(appointment.id))).toContain('CREATE EMAIL DELIVERED')
  })

  it('dead-letters a malformed event', async () => {
    const broken = eventOf('APActivatedEvent', { appointment: { id: 'x' } as never, explicit: true })
    await service.broker.publish({ id: broken.id, type: broken.type, key: 'x', body: broken, headers: {} })
    await expect.poll(() => service.broker.deadLetters('notifications')).toHaveLength(1)
  })
})
