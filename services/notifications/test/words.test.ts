import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Application, AppointmentSnapshot } from '@appointments/contracts'
import { tickets } from '@appointments/credentials'
import { smsSize } from '../src/domain/wording/sms-segments.ts'
import {
  activated,
  anApplication,
  aCustomer,
  END,
  HOUR_MS,
  moved,
  next,
  scheduled,
  START,
  eventOf,
} from './builders.ts'
import { DATA_SECRET, PUBLIC_URL, runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const links = tickets(DATA_SECRET, PUBLIC_URL)

const mailTo = (address: string | undefined, subject: RegExp) =>
  service.smtp.waitFor((mail) => mail.to.includes(address!) && subject.test(mail.subject))

/** The values a calendar reads from the invite in a mail. */
async function inviteIn(raw: string) {
  const { attachments } = await PostalMime.parse(raw)
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const content = new TextDecoder().decode(part.content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(content) as unknown[])
  const event = calendar.getFirstSubcomponent('vevent')!
  const value = (name: string) => String(event.getFirstPropertyValue(name))
  const nameOf = (property: string) => String(event.getFirstProperty(property)!.getParameter('cn'))
  return { value, nameOf, content }
}

/** Books, and returns the mail that confirms it. */
async function booked(application: Application, options: Parameters<typeof scheduled>[1] = {}) {
  await service.know(application)
  const parts = scheduled(application, options)
  await service.publish(parts.event)
  return { ...parts, mail: await mailTo(parts.customer.email, /./) }
}

const bySms = { types: { CREATE: { channels: ['EMAIL', 'SMS'] } } } satisfies Parameters<
  typeof anApplication
>[0]

describe('a company', () => {
  it('is named as configured in its application [H7] [H9.8]', async () => {
    const { mail, customer } = await booked(anApplication({ ...bySms, from: { emailName: 'Harbour Bank' } }))
    expect(mail.raw).toMatch(/^From: Harbour Bank </m)
    expect(mail.text).toContain('because of your appointment with Harbour Bank.')
    const sms = await service.twilio.waitFor(({ body }) => body.includes(links.manageLink(customer.id, 1)))
    expect(sms.body).toMatch(/^Harbour Bank: Mortgage consultation is booked/)
  })

  it('is not mentioned if it has no name [H7] [H9.8]', async () => {
    const { mail, customer } = await booked(anApplication(bySms))
    expect(mail.raw).toMatch(/^From: <?service@appointments\.example>?\r?$/m)
    expect(mail.text).toContain('because of your appointment.')
    const { subject, text } = mail
    expect(subject + text + mail.html.replaceAll(/https?:\S+/g, '')).not.toContain('Appointments')
    const sms = await service.twilio.waitFor(({ body }) => body.includes(links.manageLink(customer.id, 1)))
    expect(sms.body).toMatch(/^Mortgage consultation is booked/)
  })

  it('does not reveal which agent is in charge [H7]', async () => {
    const { mail } = await booked(anApplication())
    const { content } = await inviteIn(mail.raw)
    expect(mail.text + mail.html + content).not.toContain('agent-7')
  })
})

it('a French SMS about a day in August uses the cheapest alphabet', async () => {
  const { mail, customer } = await booked(anApplication(bySms), {
    appointment: { locale: 'fr', start: '2027-08-12T09:00:00Z', end: '2027-08-12T09:30:00Z' },
  })
  expect(mail.text).toContain('12 août 2027')
  const sms = await service.twilio.waitFor(({ body }) => body.includes(links.manageLink(customer.id, 1)))
  expect(sms.body).toContain('12 aout')
  expect(smsSize(sms.body).encoding).toBe('GSM-7')
})

describe('a customer whose appointment moves', () => {
  const channels = { types: { RESCHEDULE: { channels: ['EMAIL', 'SMS'] } } } satisfies Parameters<
    typeof anApplication
  >[0]

  it('keeps its link if staff moved it, and the messages say so [H7]', async () => {
    const { appointment, customer } = await booked(anApplication(channels))
    await service.publish(moved(appointment, 1).event)
    service.advance(60_000)
    const mail = await mailTo(customer.email, /^New time/)
    expect(mail.text).toContain('Please note the new time. Your link stays the same.')
    expect(mail.text).toContain(links.manageLink(customer.id, 1))
    const sms = await service.twilio.waitFor(({ body }) =>
      body.includes(`Your link stays the same: ${links.manageLink(customer.id, 1)}`),
    )
    expect(sms.body).toContain('has moved to')
  })

  it('gets a new link if the customer moved it, and the messages say so [H7]', async () => {
    const { appointment, customer } = await booked(anApplication(channels))
    const { later } = moved(appointment, 1)
    const { start, end, duration, timezone } = appointment
    await service.publish(
      eventOf('APRescheduledEvent', {
        appointment: { ...later, manageVersions: { [customer.id]: 2 } },
        previous: { start, end, duration, timezone },
      }),
    )
    service.advance(60_000)
    const mail = await mailTo(customer.email, /^New time/)
    expect(mail.text).toContain('Please note the new time. Please use this new link from now on.')
    expect(mail.text).toContain(links.manageLink(customer.id, 2))
  })

  describe('with another time zone', () => {
    async function rezoned(locale: string, change: Partial<AppointmentSnapshot> = {}) {
      const { appointment, customer } = await booked(anApplication(channels), { appointment: { locale } })
      const { start, end, duration, timezone } = appointment
      await service.publish(
        eventOf('APRescheduledEvent', {
          appointment: next(appointment, { timezone: 'America/New_York', ...change }),
          previous: { start, end, duration, timezone },
        }),
      )
      service.advance(60_000)
      const mail = await mailTo(customer.email, /zone|fuseau|^New time/i)
      const sms = await service.twilio.waitFor(
        ({ body }) => !/booked|gebucht|réservé/.test(body) && body.includes(links.manageLink(customer.id, 1)),
      )
      return { text: mail.text.replaceAll(/\s+/g, ' '), sms: sms.body }
    }

    it.each([
      ['en', 'Your appointment has not moved.', 'Mortgage consultation has not moved.'],
      ['de', 'Der Zeitpunkt Ihres Termins bleibt gleich,', 'gleicher Zeitpunkt'],
      ['fr', 'Votre rendez-vous n’a pas été déplacé', "Mortgage consultation n'a pas été déplacé."],
    ])('learns that the moment stays the same [%s]', async (locale, unmoved, unmovedSms) => {
      const { text, sms } = await rezoned(locale)
      expect(text).toContain(unmoved)
      expect(text).not.toMatch(/Before|Bisher|Auparavant/)
      expect(text).not.toMatch(/has moved|wurde verschoben|a été déplacé/)
      expect(text).toContain('America/New_York')
      expect(sms).toContain(unmovedSms)
    })

    it('reads the old time in the new zone if the time changes as well', async () => {
      // 10:00 in Berlin becomes 10:00 in New York, six hours later
      const by = (instant: string) => new Date(Date.parse(instant) + 6 * HOUR_MS).toISOString()
      const { text, sms } = await rezoned('en-GB', { start: by(START), end: by(END) })
      expect(text).toContain('Your appointment has moved')
      expect(text).toMatch(/When: Thursday, 7 January 2027, 10:00.10:30/)
      expect(text).toMatch(/Before: Thursday, 7 January 2027, 04:00.04:30/)
      expect(sms).toContain('has moved to')
    })
  })

  it.each([
    [
      'en-US',
      'Time unchanged: ',
      'The date and time are unchanged. Please use this new link',
      'Mortgage consultation has not moved: ',
    ],
    [
      'de',
      'Zeit unverändert: ',
      'Datum und Uhrzeit sind unverändert. Bitte nutzen Sie ab jetzt diesen neuen Link',
      'Zeit unverändert: Mortgage consultation, ',
    ],
    [
      'fr',
      'Horaire inchangé : ',
      'La date et l’heure restent inchangées. Merci de suivre désormais ce nouveau lien',
      'Horaire inchangé : Mortgage consultation, ',
    ],
  ])(
    'gets the new link also if the customer changed only the language [%s]',
    async (locale, subject, intro, text) => {
      const { appointment, customer } = await booked(anApplication(channels))
      const { start, end, duration, timezone } = appointment
      const changes = { locale, manageVersions: { [customer.id]: 2 } }
      await service.publish(
        eventOf('APRescheduledEvent', {
          appointment: next(appointment, changes),
          previous: { start, end, duration, timezone },
        }),
      )
      const newLink = links.manageLink(customer.id, 2)
      const mail = await service.smtp.waitFor((one) => one.text.includes(newLink))
      expect(mail.subject.replaceAll(/\s/g, ' ')).toMatch(subject)
      expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(intro)
      const sms = await service.twilio.waitFor(({ body }) => body.includes(newLink))
      expect(sms.body).toMatch(text)
    },
  )
})

describe('the room link', () => {
  it('is in every invite, with the manage link in its description [H7]', async () => {
    const { mail, customer } = await booked(anApplication())
    const invite = await inviteIn(mail.raw)
    expect(invite.value('location')).toBe(links.roomLink(customer.id, 1))
    expect(invite.value('url')).toBe(links.roomLink(customer.id, 1))
    expect(invite.value('description')).toContain(links.manageLink(customer.id, 1))
    // no room is open yet, and a video call is not certain
    expect(mail.text).not.toContain(links.roomLink(customer.id, 1))
    expect(mail.text).not.toMatch(/video/i)
  })

  it('is in the mails of an open appointment, even after a move [H7] [H9.8]', async () => {
    const { appointment, customer } = await booked(anApplication())
    const { active, event } = activated(appointment)
    await service.publish(event)
    const room = await mailTo(customer.email, /^Your video call/)
    expect(room.text).toContain('Join the video call:')
    await service.publish(moved(active, 1).event)
    service.advance(60_000)
    const mail = await mailTo(customer.email, /^New time/)
    expect(mail.text).toContain(`Join the video call:\n${links.roomLink(customer.id, 1)}`)
    expect(mail.text).toContain(links.manageLink(customer.id, 1))
    expect((await inviteIn(mail.raw)).value('location')).toBe(links.roomLink(customer.id, 1))
  })

  it('is in the first message if the room opens automatically [H7]', async () => {
    const { mail, customer } = await booked(anApplication(bySms, { autoActivate: true }))
    expect(mail.text).toContain(`Join the appointment:\n${links.roomLink(customer.id, 1)}`)
    const sms = await service.twilio.waitFor(({ body }) =>
      body.includes(`Join: ${links.roomLink(customer.id, 1)}`),
    )
    expect(sms.body).toContain(links.manageLink(customer.id, 1))
  })

  it('is missing if the application began to open rooms automatically after the booking', async () => {
    const appointment = { autoActivate: false }
    const { mail, customer } = await booked(anApplication({}, { autoActivate: true }), { appointment })
    expect(mail.text).toContain(links.manageLink(customer.id, 1))
    expect(mail.text).not.toContain(links.roomLink(customer.id, 1))
  })
})

describe('notes', () => {
  const appointment = { notes: 'Ask for the last pay slip' }

  it('are hidden from customers in mails and invites, and their changes are not announced [H1.1]', async () => {
    const { mail, appointment: first, customer } = await booked(anApplication(), { appointment })
    expect(mail.text + mail.html + (await inviteIn(mail.raw)).content).not.toContain('pay slip')
    const changed = next(first, { notes: 'Ask for two pay slips' })
    await service.publish(eventOf('APUpdatedEvent', { appointment: changed, changed: ['notes'] }))
    await service.quiet(first.id)
    const rows = await service.rowsOf(first.id)
    expect(rows.filter(({ type }) => type === 'UPDATE')).toEqual([])
    expect(service.smtp.messages().filter(({ to }) => to.includes(customer.email!))).toHaveLength(1)
  })

  it('are sent to customers if the application allows it [H1.1]', async () => {
    const { mail } = await booked(anApplication({}, { notesForCustomers: true }), { appointment })
    expect(mail.text).toContain('Notes: Ask for the last pay slip')
    expect((await inviteIn(mail.raw)).value('description')).toContain('Ask for the last pay slip')
  })
})

it('names with quotes and punctuation reach a calendar unchanged [H7]', async () => {
  const customer = aCustomer({ firstName: 'Ada "the ^ Countess"', lastName: 'Lovelace; King, B:C' })
  const { mail } = await booked(anApplication({ from: { emailName: 'Harbour "1887" Bank' } }), {
    customers: [customer],
  })
  const { nameOf, content } = await inviteIn(mail.raw)
  expect(nameOf('attendee')).toBe('Ada "the ^ Countess" Lovelace; King, B:C')
  expect(nameOf('organizer')).toBe('Harbour "1887" Bank')
  expect(content.replaceAll(/\r\n[ \t]/g, '')).toContain(`CN="Ada ^'the ^^ Countess^' Lovelace; King, B:C"`)
})

it('a mail about a repeated hour names both offsets [H7]', async () => {
  const start = new Date('2027-10-31T00:30:00Z')
  const end = new Date(start.getTime() + HOUR_MS / 2)
  const { mail } = await booked(anApplication(), {
    appointment: { start: start.toISOString(), end: end.toISOString() },
  })
  expect(mail.text).toContain('02:30 (UTC+02:00) – 02:00 (UTC+01:00)')
})
