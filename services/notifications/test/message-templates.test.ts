import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  Application,
  Caller,
  messageTemplate,
  notificationEvent,
  templatePreview,
} from '@appointments/contracts'
import type { z } from 'zod'
import { newId } from '@appointments/runtime'
import { anApplication, aCustomer, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const machine: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }
const english = {
  subject: 'See you {{whenShort}}',
  heading: 'Your visit, {{name}}',
  intro: 'Please bring <b>your</b> card to “{{title}}”.',
  sms: '{{brand}}: see you {{whenShort}}.',
}

/** An application whose CREATE uses mail and SMS, with its own templates. */
async function worded(locales: object, notifications: Partial<Application['notifications']> = {}) {
  const application = await service.know(
    anApplication({
      schedules: [],
      types: { CREATE: { channels: ['EMAIL', 'SMS'], templateKey: 'visit' } },
      // the tests' clock does not advance, so the default limit would delay the second SMS
      limits: { emailPerMinute: 100, smsPerSecond: 100, perRecipientPerDay: 10 },
      ...notifications,
    }),
  )
  const path = `/api/v2/applications/${application.id}/templates`
  const written = await service.call('PUT', `${path}/visit`, { caller: machine, body: { locales } })
  return { application, path, written }
}

async function notified(
  application: Application,
  appointment: { locale?: string; title?: string; serviceTypeId?: string } = {},
) {
  const customer = aCustomer({ phone: `+4930${String(Math.random()).slice(2, 11)}` })
  const made = scheduled(application, { appointment, customers: [customer] })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  const mail = await service.smtp.waitFor(({ to }) => to.includes(customer.email!))
  const text = await service.twilio.waitFor(({ to }) => to === customer.phone)
  const events = await service.call(
    'GET',
    `/api/v2/appointments/${made.appointment.id}/notifications/events?sortOrder=asc&pageSize=200`,
  )
  const story = events.body.content as unknown as z.infer<typeof notificationEvent>[]
  return { ...made, mail, text, story }
}

const attemptOf = (story: z.infer<typeof notificationEvent>[], channel: string) =>
  story.find((step) => step.event === 'attempt' && step.channel === channel)

describe('message templates of an application', () => {
  it('replace the built-in ones, escape values, and appear in the events', async () => {
    const { application, written } = await worded({ en: english })
    expect([written.status, written.body]).toMatchObject([200, { key: 'visit', version: 1 }])
    const { mail, text, story } = await notified(application, { title: 'Loan <script>{{brand}}' })
    expect(mail.subject).toMatch(/^See you Thu,? 7 Jan/)
    expect(mail.text).toContain('Your visit, Ada')
    expect(mail.html).toContain(
      'Please bring &lt;b&gt;your&lt;/b&gt; card to “Loan &lt;script&gt;{{brand}}”.',
    )
    expect(text.body).toMatch(/^see you Thu,? 7 Jan,? 10:00 CET\.$/)
    const { contentHash } = written.body as unknown as z.infer<typeof messageTemplate>
    for (const channel of ['EMAIL', 'SMS'])
      expect(attemptOf(story, channel)?.template).toEqual({
        key: 'visit',
        version: 1,
        locale: 'en',
        contentHash,
      })
  })

  it('fall back to the built-in ones for a missing language or channel', async () => {
    const { application } = await worded({ en: english, es: { sms: '{{brand}}: hasta {{whenShort}}.' } })
    const german = await notified(application, { locale: 'de' })
    expect(german.mail.subject).toContain('Ihr Termin')
    const { template } = attemptOf(german.story, 'EMAIL')!
    expect(template).toEqual({ locale: 'de', contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
    expect(german.story.some(({ event }) => event === 'warned')).toBe(false)

    // a language that only the application has, and only for SMS
    const spanish = await notified(application, { locale: 'es-MX' })
    expect(spanish.text.body).toContain('hasta jue')
    expect(spanish.mail.subject).toMatch(/^See you/)
    expect(attemptOf(spanish.story, 'SMS')?.template?.locale).toBe('es')
  })

  it('are those of the service type of the appointment, if it has its own', async () => {
    const { application, path } = await worded({ en: english })
    const body = { locales: { en: { ...english, subject: 'Consultation {{whenShort}}' } } }
    const own = await service.call('PUT', `${path}/visit.consultation`, { caller: machine, body })
    expect(own.status).toBe(200)
    const consultation = await notified(application, { serviceTypeId: 'consultation' })
    expect(consultation.mail.subject).toMatch(/^Consultation /)
    expect(attemptOf(consultation.story, 'EMAIL')?.template?.key).toBe('visit.consultation')
    for (const serviceTypeId of ['review', undefined]) {
      const other = await notified(application, { ...(serviceTypeId !== undefined && { serviceTypeId }) })
      expect(other.mail.subject).toMatch(/^See you /)
    }
    await service.call('DELETE', `${path}/visit`, { caller: machine })
    const left = await notified(application, { serviceTypeId: 'consultation' })
    expect(left.story.some(({ event }) => event === 'warned')).toBe(false)
  })

  it('fall back with a warning if the template does not exist', async () => {
    const { application, path } = await worded({ en: english })
    expect((await service.call('DELETE', `${path}/visit`, { caller: machine })).status).toBe(204)
    const { mail, story } = await notified(application)
    expect(mail.subject).toMatch(/^Your appointment/)
    const warned = story.filter(({ event }) => event === 'warned')
    expect(warned.map(({ channel, reason }) => `${channel} ${reason}`).sort()).toEqual([
      'EMAIL template_missing',
      'SMS template_missing',
    ])
    expect((await service.call('DELETE', `${path}/visit`, { caller: machine })).body.code).toBe(
      'TEMPLATE_NOT_FOUND',
    )
  })

  it('apply from the next message on, with a version that increases when the content changes', async () => {
    const { application, path } = await worded({ en: english })
    const put = async (locales: object) =>
      (await service.call('PUT', `${path}/visit`, { caller: machine, body: { locales } }))
        .body as unknown as z.infer<typeof messageTemplate>
    const same = await put({ en: Object.fromEntries(Object.entries(english).reverse()) })
    expect(same.version).toBe(1)
    const changed = await put({ en: { ...english, subject: 'Changed' } })
    expect([changed.version, changed.contentHash === same.contentHash]).toEqual([2, false])
    const { mail, story } = await notified(application)
    expect(mail.subject).toBe('Changed')
    expect(attemptOf(story, 'EMAIL')?.template?.version).toBe(2)
  })

  it('are changed only in the version that If-Match names, which is their ETag', async () => {
    const { path, written } = await worded({ en: english })
    expect(written.headers.get('etag')).toBe('"1"')
    const at = `${path}/visit`
    const write = (method: string, subject: string, condition: { ifMatch?: number; ifNoneMatch?: '*' }) =>
      service.call(method, at, {
        caller: machine,
        ...(method === 'PUT' && { body: { locales: { en: { ...english, subject } } } }),
        ...condition,
      })
    const changed = await write('PUT', 'One', { ifMatch: 1 })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
    for (const late of [
      await write('PUT', 'Other', { ifMatch: 1 }),
      await write('PUT', 'Other', { ifNoneMatch: '*' }),
      await write('DELETE', '', { ifMatch: 1 }),
    ])
      expect([late.status, late.body.code]).toEqual([412, 'VERSION_MISMATCH'])
    const read = await service.call('GET', at, { caller: machine })
    expect(read.headers.get('etag')).toBe('"2"')
    expect(read.body).toMatchObject({ locales: { en: { subject: 'One' } } })
    expect((await write('DELETE', '', { ifMatch: 2 })).status).toBe(204)
    expect((await write('PUT', 'Again', { ifMatch: 2 })).status).toBe(412)
  })

  it('are rejected with every fault of every text', async () => {
    const { status, body } = (
      await worded({
        en: { ...english, subject: '{{naem}}', sms: '{{#if x}}y{{/if}} {{{title}}}' },
        de: { subject: 'Hallo', heading: 'Hallo', intro: '{{title' },
      })
    ).written
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body.errors.map(({ pointer }) => pointer)).toEqual([
      '/locales/en/subject',
      '/locales/en/sms',
      '/locales/en/sms',
      '/locales/de/intro',
    ])
  })

  it('are visible only to callers of their organization', async () => {
    const { path } = await worded({ en: english })
    const application = await service.know(anApplication({}, { organizationId: `org-${newId()}` }))
    const own: Caller = { ...machine, organizationId: application.organizationId! }
    const ofOwn = `/api/v2/applications/${application.id}/templates`
    await service.call('PUT', `${ofOwn}/b`, { caller: own, body: { locales: { en: english } } })
    await service.call('PUT', `${ofOwn}/a`, { caller: own, body: { locales: { 'de-de': { sms: 'Hallo' } } } })
    const list = await service.call('GET', `${ofOwn}?sortField=key&sortOrder=asc`, { caller: own })
    const found = list.body.content as unknown as z.infer<typeof messageTemplate>[]
    expect(found.map(({ key, locales }) => [key, Object.keys(locales)])).toEqual([
      ['a', ['de-DE']],
      ['b', ['en']],
    ])
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/visit`],
      ['DELETE', `${path}/visit`],
      ['PUT', `${path}/visit`],
      ['POST', `${path}/visit/preview`],
    ] as const) {
      const body = method === 'PUT' ? { locales: { en: english } } : { type: 'CREATE' }
      const response = await service.call(method, at, {
        caller: own,
        ...(method === 'PUT' || method === 'POST' ? { body } : {}),
      })
      expect([response.status, response.body.code]).toEqual([404, 'APPLICATION_NOT_FOUND'])
    }
  })

  it('can be previewed without sending', async () => {
    const { path } = await worded({ en: { ...english, sms: `{{title}} ${'ç'.repeat(150)}` } })
    const before = service.smtp.messages().length
    const response = await service.call('POST', `${path}/visit/preview`, {
      caller: machine,
      body: { type: 'RESCHEDULE', locale: 'en-GB' },
    })
    const { mail, sms } = response.body as unknown as z.infer<typeof templatePreview>
    expect(mail.text).toContain('Your visit, Ada')
    expect(mail.text).toMatch(/Before: /)
    expect(mail.html).toContain('&lt;b&gt;')
    expect(sms).toMatchObject({ encoding: 'UCS-2', segments: 3, template: { key: 'visit' } })
    expect(service.smtp.messages()).toHaveLength(before)
  })
})

describe('an SMS of more than two segments', () => {
  it('is sent with a warning in its events', async () => {
    const long = { en: { sms: `{{title}} ${'x'.repeat(320)}` } }
    const { application } = await worded(long)
    const { story } = await notified(application)
    const warned = story.filter(({ reason }) => reason === 'long_sms')
    expect(warned.map(({ channel, message }) => [channel, message])).toEqual([
      ['SMS', 'the SMS has 3 segments in GSM-7'],
    ])
    const { text, story: shorter } = await notified((await worded({ en: english })).application)
    expect(text.body.length).toBeLessThan(160)
    expect(shorter.some(({ event }) => event === 'warned')).toBe(false)
  })
})

describe('the supported languages of an application', () => {
  it('narrow the choice, with English as the last resort', async () => {
    const subjectIn = async (locale: string, notifications: Partial<Application['notifications']>) => {
      const application = await service.know(
        anApplication({ schedules: [], types: { CREATE: { channels: ['EMAIL', 'SMS'] } }, ...notifications }),
      )
      return (await notified(application, { locale })).mail.subject.split(' ')[0]
    }
    expect(await subjectIn('fr', { supportedLocales: ['de-DE', 'en'], defaultLocale: 'de' })).toBe('Ihr')
    expect(await subjectIn('de-AT', { supportedLocales: ['de-DE'] })).toBe('Ihr')
    expect(await subjectIn('fr', { supportedLocales: ['de'], defaultLocale: 'fr' })).toBe('Your')
  })
})
