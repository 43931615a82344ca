import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPresentation, ONE_OFF_MESSAGE, type Brand } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import { aCaller, anApplication, eventOf, next, scheduled } from './builders.ts'
import { PUBLIC_URL, runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const present = (applicationId: string, brand: Brand, version = 1) =>
  service.publish(
    eventOf('APPresentationChangedEvent', {
      presentation: { ...defaultPresentation, applicationId, version, brand },
    }),
  )

const brand: Brand = {
  name: 'Harbour <Bank>',
  accent: '#ffcc00',
  supportPhone: '+4930123456',
  supportEmail: 'help?me@bank.example',
  supportUrl: 'https://bank.example/help?a=1&b=2',
  privacyUrl: 'https://bank.example/privacy',
  termsUrl: 'https://bank.example/terms',
  imprintUrl: 'https://bank.example/imprint',
  logo: { path: '/brand/bank/abc', width: 960, height: 320 },
}

/** An application with a brand, and an appointment of it that was mailed. */
async function booked(shown: Brand | undefined, from?: { emailName: string }) {
  const application = await service.know(
    anApplication({ types: { CREATE: { channels: ['EMAIL', 'SMS'] } }, ...(from && { from }) }),
  )
  if (shown) await present(application.id, shown)
  const made = scheduled(application)
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  const [mail] = service.smtp.messages().filter(({ to }) => to.includes(made.customer.email!))
  const [text] = service.twilio
    .messages()
    .filter(({ to }) => to === made.customer.phone)
    .slice(-1)
  return { ...made, application, mail: mail!, text: text! }
}

describe('the brand of an application', () => {
  it('is that of the newest presentation, whatever the order of arrival', async () => {
    const applicationId = `application-${newId()}`
    for (const version of [1, 3, 2]) await present(applicationId, { name: `Name ${version}` }, version)
    const { rows } = await service.pool.query('SELECT version, brand FROM brands WHERE application_id = $1', [
      applicationId,
    ])
    expect(rows).toEqual([{ version: 3, brand: { name: 'Name 3' } }])
    expect(await service.broker.deadLetters('notifications')).toEqual([])
  })

  it('determines the name, logo, colour, help and legal links of mails', async () => {
    const { mail } = await booked(brand)
    expect(mail.headers.from).toContain('Harbour <Bank>')
    expect(mail.html).toContain(
      `<img src="${PUBLIC_URL}/brand/bank/abc" alt="Harbour &lt;Bank&gt;" width="120" height="40"`,
    )
    // too light for white text, so the button is darker; on dark it stays
    expect(mail.html).toMatch(/<td bgcolor="(#7d6300)" style="background:\1;/)
    expect(mail.html).toContain('.quiet { color: #ffcc00 !important; }')
    expect(mail.html).not.toMatch(/#2448c7|#9db8ff/)
    for (const link of [
      'tel:+4930123456',
      'mailto:help%3Fme@bank.example',
      'https://bank.example/help?a=1&amp;b=2',
      'https://bank.example/privacy',
      'https://bank.example/terms',
      'https://bank.example/imprint',
    ])
      expect(mail.html.replaceAll('&#x3D;', '=').replaceAll('&#x2B;', '+')).toContain(`href="${link}"`)
    expect(mail.text).toContain('appointment with Harbour <Bank>.')
    expect(mail.text).toContain(
      'Need help?\n+4930123456\nhelp?me@bank.example\nhttps://bank.example/help?a=1&b=2',
    )
    expect(mail.text).toContain('Privacy: https://bank.example/privacy\nTerms: https://bank.example/terms')
  })

  it('is left out if nothing is set', async () => {
    const { mail, application } = await booked(undefined, { emailName: 'Mail Name' })
    expect(mail.html).toContain('#2448c7')
    expect(mail.html).toContain('>Mail Name</div>')
    for (const absent of ['<img', 'Need help', 'Privacy']) {
      expect(mail.html).not.toContain(absent)
      expect(mail.text).not.toContain(absent)
    }
    await present(application.id, {})
    const again = scheduled(application)
    await service.publish(again.event)
    await service.quiet(again.appointment.id)
    expect(service.smtp.messages().at(-1)!.html).toContain('>Mail Name</div>')
  })

  it('names the company in SMS, codes, calendar files and on the unsubscribe page; senders keep their own name', async () => {
    const { mail, text, application, appointment } = await booked(
      { name: 'New Name' },
      { emailName: 'Mail Name' },
    )
    expect(mail.headers.from).toContain('Mail Name')
    expect(mail.html).toContain('>New Name</div>')
    expect(text.body).toMatch(/^New Name: /)

    const to = `otp-${newId()}@example.com`
    await service.broker.publish({
      id: newId(),
      type: ONE_OFF_MESSAGE,
      key: newId(),
      headers: {},
      body: {
        kind: 'OTP',
        applicationId: application.id,
        channel: 'EMAIL',
        to,
        code: '123456',
        expiresAt: new Date(service.clock.current.getTime() + 600_000).toISOString(),
      },
      expiresInMs: 600_000,
    })
    const code = await service.smtp.waitFor((one) => one.to.includes(to))
    expect(code.text).toContain('No one from New Name')
    expect(code.html).toContain('>New Name</div>')

    const file = await service.call('GET', `/api/v2/appointments/${appointment.id}/calendar`)
    expect(file.text).toMatch(/ORGANIZER;CN="?Mail Name"?/)
  })

  it('is read when a message is sent, even after the appointment was removed', async () => {
    const { application, appointment, customer } = await booked({ name: 'Before' })
    await present(application.id, { name: 'After' }, 2)
    await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
    const mail = await service.smtp.waitFor(
      ({ to, subject }) => to.includes(customer.email!) && subject.startsWith('Cancelled'),
    )
    expect(mail.html).toContain('>After</div>')
  })

  it('is in previews of templates', async () => {
    const application = await service.know(anApplication())
    await present(application.id, brand)
    const key = 'welcome'
    const path = `/api/v2/applications/${application.id}/templates/${key}`
    const caller = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })
    const locales = { en: { subject: '{{brand}}', heading: 'H', intro: 'I' } }
    expect((await service.call('PUT', path, { caller, body: { locales } })).status).toBe(200)
    const { body } = await service.call('POST', `${path}/preview`, { caller, body: { type: 'CREATE' } })
    expect(body).toMatchObject({
      mail: {
        subject: 'Harbour <Bank>',
        html: expect.stringContaining('/brand/bank/abc') as string,
        text: expect.stringContaining('Need help?') as string,
      },
    })
  })
})
