import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  Application,
  Caller,
  CustomerRecord,
  NotificationSettings,
  NotificationType,
} from '@appointments/contracts'
import { freePort } from '@appointments/testing/free-port'
import { aCaller, aCustomer, anApplication, cancelled, DAY_MS, moved, scheduled } from './builders.ts'
import { runNotifications, SMS_SENDER, type Running } from './running-service.ts'

let service: Running
let publicUrl: string
beforeAll(async () => {
  const port = await freePort()
  publicUrl = `http://127.0.0.1:${port}`
  service = await runNotifications({ env: { PORT: String(port), PUBLIC_URL: publicUrl } })
})
afterAll(() => service.stop())

const START = '2027-03-09T09:00:00Z'
const END = '2027-03-09T09:30:00Z'

const anyone: Caller = { roles: [] }

const know = (settings: Partial<NotificationSettings> = {}) =>
  service.know(anApplication({ schedules: [], ...settings }))

async function book(application: Application, customer: CustomerRecord) {
  const made = scheduled(application, { customers: [customer], appointment: { start: START, end: END } })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return made
}

/** Final status of each record of an appointment, with the reason if it was cancelled. */
async function endings(appointmentId: string): Promise<string[]> {
  const { rows } = await service.pool.query<{ ending: string }>(
    `SELECT concat_ws(' ', n.type, n.channel, n.status, (
       SELECT reason FROM notification_events e
       WHERE e.notification_id = n.id AND e.event = 'cancelled')) AS ending
     FROM notifications n WHERE n.appointment_id = $1 ORDER BY 1`,
    [appointmentId],
  )
  return rows.map(({ ending }) => ending)
}

const listOf = async ({ id }: Pick<Application, 'id'>) =>
  (await service.call('GET', `/api/v2/applications/${id}/suppressions`)).body.content as unknown as {
    id: string
    channel: string
    reason: string
  }[]

describe('a dead address', () => {
  const byMail: NotificationSettings['types'] = { CREATE: { channels: ['EMAIL'] } }

  it('receives nothing more from the application, and each record has the reason', async () => {
    const application = await know({ types: byMail })
    const customer = aCustomer({ email: '550@bounce.example.com' })
    const first = await book(application, customer)
    const next = await book(application, aCustomer({ email: '550@BOUNCE.example.com' }))
    expect(await endings(first.appointment.id)).toEqual(['CREATE EMAIL FAILED'])
    expect(await endings(next.appointment.id)).toEqual(['CREATE EMAIL CANCELLED address_dead'])
    expect(await listOf(application)).toMatchObject([{ channel: 'EMAIL', reason: 'HARD_BOUNCE' }])
  })

  it('is replaced by the fallback channel immediately', async () => {
    const types = { CREATE: { channels: ['EMAIL' as const], fallback: ['SMS' as const] } }
    const application = await know({ types })
    const customer = aCustomer({ email: '550@instead.example.com', phone: '+49305550001' })
    await book(application, customer)
    const next = await book(application, aCustomer({ email: customer.email!, phone: '+49305550002' }))
    expect(await endings(next.appointment.id)).toEqual([
      'CREATE EMAIL CANCELLED address_dead',
      'CREATE SMS PENDING',
    ])
  })

  it('is suppressed for that application only, and not if the mail itself was rejected', async () => {
    const email = '550@another.example.com'
    await book(await know({ types: byMail }), aCustomer({ email }))
    const other = await know({ types: byMail })
    const { appointment } = await book(other, aCustomer({ email }))
    expect(await endings(appointment.id)).toEqual(['CREATE EMAIL FAILED'])
    const blocked = await know({ types: byMail })
    await book(blocked, aCustomer({ email: '554-end@another.example.com' }))
    expect(await listOf(blocked)).toEqual([])
  })

  it('is not suppressed in test mode, which sends nothing', async () => {
    const application = await know({ types: byMail, testMode: true })
    await book(application, aCustomer({ email: '550@test.example.com' }))
    const { appointment } = await book(application, aCustomer({ email: '550@test.example.com' }))
    expect(await endings(appointment.id)).toEqual(['CREATE EMAIL FAILED'])
    expect(await listOf(application)).toEqual([])
  })
})

describe('STOP', () => {
  const byText: NotificationSettings['types'] = {
    CREATE: { channels: ['SMS'], fallback: ['EMAIL'] },
    CANCELLED: { channels: ['SMS'] },
  }
  const incoming = () => `${publicUrl}/twilio/incoming`

  it('suppresses all SMS to a number until START', async () => {
    const application = await know({ types: byText })
    const customer = aCustomer({ phone: '+49306660001' })
    const made = await book(application, customer)
    const response = await service.twilio.receive(
      { from: customer.phone!, to: SMS_SENDER, body: ' Stop ' },
      incoming(),
    )
    expect(response).toEqual({ status: 200, body: '<Response/>' })
    expect(await listOf(application)).toMatchObject([{ channel: 'SMS', reason: 'STOP' }])
    const { event } = cancelled(made.appointment)
    await service.publish(event)
    await service.quiet(made.appointment.id)
    expect(await endings(made.appointment.id)).toContain('CANCELLED SMS CANCELLED recipient_stopped')
    const next = await book(application, customer)
    expect(await endings(next.appointment.id)).toEqual([
      'CREATE EMAIL DELIVERED',
      'CREATE SMS CANCELLED recipient_stopped',
    ])

    await service.twilio.receive({ from: customer.phone!, to: SMS_SENDER, body: 'START' }, incoming())
    const after = await book(application, customer)
    expect(await endings(after.appointment.id)).toEqual(['CREATE SMS PENDING'])
  })

  it("applies to applications that use that number, and requires the account's signature", async () => {
    const own = await know({ from: { smsSender: '+15005550077' } })
    const house = await know()
    const from = '+49306660002'
    await service.twilio.receive({ from, to: '+15005550077', body: 'stop' }, incoming())
    expect([(await listOf(own)).length, (await listOf(house)).length]).toEqual([1, 0])
    const forged = await fetch(incoming(), {
      method: 'POST',
      headers: { 'x-twilio-signature': 'bm9uZQ==' },
      body: new URLSearchParams({ From: from, To: SMS_SENDER, Body: 'STOP' }),
    })
    expect(forged.status).toBe(403)
    expect(await listOf(house)).toEqual([])
  })

  it('does not concern an application that has no sender', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const unset = await runNotifications({ env: { PORT: String(port), PUBLIC_URL: url, SMS_FROM: '' } })
    try {
      const sender = '+15005550078'
      const sending = await unset.know(anApplication({ from: { smsSender: sender } }))
      const silent = await unset.know(anApplication())
      const from = '+49306660003'
      const reply = (body: string) =>
        unset.twilio.receive({ from, to: sender, body }, `${url}/twilio/incoming`)
      const suppressed = async () =>
        (await unset.pool.query<{ application_id: string }>('SELECT application_id FROM suppressions')).rows
      await reply('STOP')
      expect(await suppressed()).toEqual([{ application_id: sending.id }])

      // an earlier STOP, from when the application still had a sender
      await unset.pool.query(
        `INSERT INTO suppressions (id, application_id, channel, recipient, reason, created_at)
         SELECT 'sup_earlier', $1, channel, recipient, reason, created_at FROM suppressions`,
        [silent.id],
      )
      await reply('START')
      expect(await suppressed()).toEqual([{ application_id: silent.id }])
    } finally {
      await unset.stop()
    }
  })

  it('is detected with the next SMS if only the provider has recorded it', async () => {
    const application = await know({ types: byText })
    const customer = aCustomer({ phone: '+15005550010' })
    const made = await book(application, customer)
    expect(await endings(made.appointment.id)).toEqual(['CREATE EMAIL DELIVERED', 'CREATE SMS FAILED'])
    expect(await listOf(application)).toMatchObject([{ channel: 'SMS', reason: 'STOP' }])
  })
})

describe('an unsubscription', () => {
  const reminding = {
    schedules: [{ type: 'REMINDER' as const, offset: 'PT24H', channels: ['EMAIL' as const] }],
    types: { REMINDER: { fallback: ['SMS' as const] } },
    from: { emailName: 'Harbour <Bank>' },
  }
  const untilReminder = async (appointmentId: string) => {
    service.advance(new Date(START).getTime() - DAY_MS - service.clock.current.getTime())
    await service.quiet(appointmentId)
  }

  it('is offered only in reminders, and applies only to them [6.2]', async () => {
    const application = await know(reminding)
    const customer = aCustomer()
    const first = await book(application, customer)
    const second = await book(application, customer)
    const third = await book(application, customer)
    const mailsOf = (subject: RegExp) =>
      service.smtp
        .messages()
        .filter((mail) => mail.to.includes(customer.email!) && subject.test(mail.subject))
    expect(mailsOf(/./)).toHaveLength(3)
    for (const { headers } of mailsOf(/./)) expect(headers).not.toHaveProperty('list-unsubscribe')

    await service.pool.query(
      `UPDATE notifications SET due_at = due_at + interval '1 hour'
       WHERE appointment_id = $1 AND type = 'REMINDER'`,
      [second.appointment.id],
    )
    await untilReminder(first.appointment.id)
    const reminder = service.smtp
      .messages()
      .find((mail) => mail.to.includes(customer.email!) && 'list-unsubscribe' in mail.headers)!
    const link = /^<(.+)>$/.exec(reminder.headers['list-unsubscribe']!)![1]!
    expect(link).toMatch(new RegExp(`^${publicUrl}/unsubscribe/`))
    expect(reminder.text).toContain(link)
    expect(reminder.html).toContain(link)
    // one-click unsubscription requires https
    expect(reminder.headers).not.toHaveProperty('list-unsubscribe-post')

    const data = new URL(link).pathname.replace('/unsubscribe/', '/api/v2/unsubscribe/')
    const readState = () => service.call('GET', data, { caller: anyone })
    const stateOf = (response: Response): Promise<unknown> => response.json()
    const address = customer.email!
    expect(await readState()).toMatchObject({
      status: 200,
      body: {
        applicationId: application.id,
        name: 'Harbour <Bank>',
        address: `${address[0]}…${address.slice(address.indexOf('@'))}`,
        stopped: false,
      },
    })
    expect(await listOf(application)).toEqual([])

    const post = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'error',
    })
    expect(post.status).toBe(200)
    expect(await listOf(application)).toMatchObject([{ channel: 'EMAIL', reason: 'UNSUBSCRIBE' }])

    service.advance(3_600_000)
    await service.quiet(second.appointment.id)
    // a customer who unsubscribed receives no SMS instead
    expect(await endings(second.appointment.id)).toEqual([
      'CREATE EMAIL DELIVERED',
      'REMINDER EMAIL CANCELLED recipient_unsubscribed',
    ])
    const { event } = moved(third.appointment, 1)
    await service.publish(event)
    await service.quiet(third.appointment.id)
    expect(await endings(third.appointment.id)).toContain('RESCHEDULE EMAIL DELIVERED')

    expect((await readState()).body).toMatchObject({ stopped: true })
    const again = await fetch(link, { method: 'POST', body: new URLSearchParams({ wanted: 'subscribe' }) })
    expect(await stateOf(again)).toMatchObject({ stopped: false })

    // a form without a script leads back to the page
    const submit = async (wanted: string) => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
      const body = new URLSearchParams({ wanted })
      const { status, headers: sent } = await fetch(link, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
      })
      return [status, sent.get('location')]
    }
    const page = new URL(link).pathname
    // gateways of the previous release forward the page
    const shown = async () => {
      const response = await fetch(link)
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    const showing = (button: string) => [
      200,
      'text/html; charset=utf-8',
      expect.stringContaining(button) as string,
    ]
    expect(await shown()).toEqual(showing('value="unsubscribe"'))
    expect(await submit('unsubscribe')).toEqual([303, `${page}#stopped`])
    expect(await listOf(application)).toHaveLength(1)
    expect(await shown()).toEqual(showing('value="subscribe"'))
    expect(await submit('subscribe')).toEqual([303, `${page}#started`])
    expect(await listOf(application)).toEqual([])
  })

  it('requires the ticket of a mail', async () => {
    for (const ticket of [
      'x',
      'x.y',
      `${Buffer.from('["a","b"]').toString('base64url')}.AAAAAAAAAAAAAAAAAAAAAA`,
    ]) {
      expect(await service.call('GET', `/api/v2/unsubscribe/${ticket}`, { caller: anyone })).toMatchObject({
        status: 404,
        body: { code: 'UNSUBSCRIBE_LINK_NOT_FOUND' },
      })
      for (const method of ['GET', 'POST'])
        expect((await fetch(`${publicUrl}/unsubscribe/${ticket}`, { method })).status).toBe(404)
    }
  })
})

describe('the suppression list of an application', () => {
  it('parses national phone numbers by the region of the application [H5.7]', async () => {
    const inGermany = await service.know(anApplication({}, { defaultRegion: 'DE' }))
    const base = `/api/v2/applications/${inGermany.id}/suppressions`
    const national = { channel: 'SMS', address: '030 777-0009' }
    const added = await service.call('POST', base, { body: national })
    expect(added.status).toBe(201)
    for (const address of ['+49307770009', '030/7770009']) {
      const found = await service.call('POST', `${base}/look-up`, { body: { channel: 'SMS', address } })
      expect(found.body.content).toMatchObject([{ id: added.body.id }])
    }

    const elsewhere = await know()
    for (const path of ['', '/look-up']) {
      const response = await service.call(
        'POST',
        `/api/v2/applications/${elsewhere.id}/suppressions${path}`,
        {
          body: national,
        },
      )
      expect(response.body).toMatchObject({
        status: 400,
        errors: [
          {
            pointer: '/address',
            code: 'INVALID_PHONE',
            message: expect.stringContaining('the application has no defaultRegion') as string,
          },
        ],
      })
    }
  })

  it('can be changed and searched only by its organization', async () => {
    const application = await service.know(anApplication({}, { organizationId: 'org-1' }))
    const caller = aCaller({ organizationId: 'org-1' })
    const base = `/api/v2/applications/${application.id}/suppressions`
    const body = { channel: 'SMS', address: '+49 30 777-0001' }
    const added = await service.call('POST', base, { caller, body })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ channel: 'SMS', reason: 'MANUAL', createdBy: 'supervisor-1' })
    expect(added.text.replaceAll(/\D/g, '')).not.toContain('307770001')
    const same = await service.call('POST', base, { caller, body: { ...body, address: '+49307770001' } })
    expect(same.body.id).toBe(added.body.id)

    const found = await service.call('POST', `${base}/look-up`, { caller, body })
    expect(found.body.content).toMatchObject([{ id: added.body.id }])
    const none = await service.call('POST', `${base}/look-up`, {
      caller,
      body: { ...body, address: '+49307770002' },
    })
    expect(none.body.content).toEqual([])
    expect((await service.call('GET', `${base}?reason=STOP`, { caller })).body.total).toBe(0)
    expect((await service.call('GET', `${base}?channel=SMS&reason=MANUAL`, { caller })).body.total).toBe(1)

    const stranger = aCaller({ organizationId: 'org-2' })
    expect((await service.call('GET', base, { caller: stranger })).body.code).toBe('APPLICATION_NOT_FOUND')
    const strangers = await service.know(anApplication({}, { organizationId: 'org-2' }))
    const through = `/api/v2/applications/${strangers.id}/suppressions/${added.body.id}`
    expect((await service.call('DELETE', through, { caller: stranger })).body.code).toBe(
      'SUPPRESSION_NOT_FOUND',
    )
    const one = `${base}/${added.body.id}`
    expect((await service.call('DELETE', one, { caller })).status).toBe(204)
    expect((await service.call('DELETE', one, { caller })).body.code).toBe('SUPPRESSION_NOT_FOUND')
  })

  it('disables the retry of a failed notification', async () => {
    const types: NotificationSettings['types'] = { CREATE: { channels: ['EMAIL'] } }
    const application = await know({ types })
    const customer = aCustomer({ email: '451@retry.example.com' })
    const { appointment } = await book(application, customer)
    const other = await book(await know({ types }), customer)
    const pathOf = ({ id }: { id: string }) => `/api/v2/appointments/${id}/notifications`
    const path = pathOf(appointment)
    const type: NotificationType = 'CREATE'
    expect((await service.call('GET', path)).body.content).toMatchObject([{ type, canRetry: true }])
    await service.call('POST', `/api/v2/applications/${application.id}/suppressions`, {
      body: { channel: 'EMAIL', address: customer.email },
    })
    expect((await service.call('GET', path)).body.content).toMatchObject([{ type, canRetry: false }])
    const elsewhere = await service.call('GET', pathOf(other.appointment))
    expect(elsewhere.body.content).toMatchObject([{ type, canRetry: true }])
  })
})
