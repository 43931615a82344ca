import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import twilio from 'twilio'
import { freePort } from '@appointments/testing/free-port'
import { signatureOf, type TwilioMessage } from '@appointments/testing'
import { aCustomer, anApplication, scheduled } from './builders.ts'
import { ACCOUNT, runNotifications, type Running } from './running-service.ts'

const BEFORE = 'the previous token'
let service: Running
let publicUrl: string
beforeAll(async () => {
  const port = await freePort()
  publicUrl = `http://127.0.0.1:${port}`
  service = await runNotifications({
    env: {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      TWILIO_STATUS_CALLBACKS: 'true',
      TWILIO_PREVIOUS_AUTH_TOKEN: BEFORE,
    },
  })
})
afterAll(() => service.stop())

let numbers = 0
const newPhone = () => `+4930200${(numbers += 1).toString().padStart(4, '0')}`

async function book(phone = newPhone(), settings: Parameters<typeof anApplication>[0] = {}) {
  const application = await service.know(
    anApplication({ schedules: [], types: { CREATE: { channels: ['SMS'] } }, ...settings }),
  )
  const customer = aCustomer({ phone })
  const appointment = { start: '2027-03-09T09:00:00Z', end: '2027-03-09T09:30:00Z' }
  const made = scheduled(application, { customers: [customer], appointment })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  const message = () => service.twilio.messages().findLast(({ to }) => to === phone)!
  return {
    ...made,
    application,
    phone,
    message,
    row: () => service.rowOf(made.appointment.id, 'CREATE', 'SMS'),
    /** Sends a status callback as Twilio does, with the given changes. */
    tell: (
      status: string,
      {
        token = ACCOUNT.authToken,
        url = message().statusCallback!,
        ...more
      }: { token?: string; url?: string; ErrorCode?: string; MessageSid?: string } = {},
    ) => {
      const form = { MessageSid: message().sid, MessageStatus: status, To: phone, ...more }
      return fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signatureOf(token, url, form) },
        body: new URLSearchParams(form),
      }).then(({ status }) => status)
    },
  }
}

describe('a status callback', () => {
  it('delivers a message as soon as the provider reports it, and ends the polling [6.3]', async () => {
    const { message, row } = await book()
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'queued' })
    expect(await service.twilio.advance(message().sid)).toMatchObject([
      { status: 'sent', responseStatus: 204 },
    ])
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'sent' })
    expect(await service.twilio.advance(message().sid)).toMatchObject([
      { status: 'delivered', responseStatus: 204 },
    ])
    const delivered = await row()
    expect(delivered).toMatchObject({ status: 'DELIVERED', provider_status: 'delivered', next_poll_at: null })
    expect(await service.storyOf(delivered.id)).toEqual([
      'created',
      'claimed',
      'attempt',
      'submitted',
      'receipt',
      'delivered',
    ])
  })

  it('is signed so that the official library verifies it', () => {
    const url = `${publicUrl}/twilio/status?n=1&k=2`
    const form = { MessageSid: 'SM1', MessageStatus: 'sent', To: '+49301' }
    expect(twilio.validateRequest('key', signatureOf('key', url, form), url, form)).toBe(true)
  })

  it('is accepted with the previous key while that is set', async () => {
    const { tell, row } = await book()
    expect(await tell('delivered', { token: BEFORE })).toBe(204)
    expect(await row()).toMatchObject({ status: 'DELIVERED' })
  })

  it('is rejected without a signature of the account or with the link of another message', async () => {
    const { tell, row, message } = await book()
    const other = await book()
    const before = await row()
    const url = message().statusCallback!
    const proofOfOther = new URL(other.message().statusCallback!).searchParams.get('k')!
    const forged = new URL(url)
    forged.searchParams.set('k', proofOfOther)
    expect(await tell('delivered', { token: 'a guess' })).toBe(403)
    expect(await tell('delivered', { url: forged.href })).toBe(403)
    expect(await tell('delivered', { url: url.replace(/&k=.*/, '') })).toBe(403)
    expect((await fetch(url, { method: 'POST' })).status).toBe(403)
    expect(await row()).toEqual(before)
  })

  it('never reverts a message, even if it arrives late or twice', async () => {
    const { tell, row } = await book()
    for (const status of ['sent', 'queued', 'sent', 'sending']) expect(await tell(status)).toBe(204)
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'sent' })
    for (const status of ['delivered', 'sent', 'delivered']) expect(await tell(status)).toBe(204)
    const row_ = await row()
    expect(row_).toMatchObject({ status: 'DELIVERED', provider_status: 'delivered' })
    expect((await service.storyOf(row_.id)).filter((step) => step === 'delivered')).toHaveLength(1)
  })

  it('is recorded but changes nothing if it reports a failure after the final status', async () => {
    const { tell, row, application, phone } = await book()
    await tell('delivered')
    await tell('undelivered', { ErrorCode: '30005' })
    await tell('undelivered', { ErrorCode: '30005' })
    const row_ = await row()
    expect(row_).toMatchObject({ status: 'DELIVERED', provider_status: 'delivered' })
    expect((await service.storyOf(row_.id)).slice(-1)).toEqual(['receipt after_the_end'])
    expect((await service.storyOf(row_.id)).filter((step) => step.endsWith('after_the_end'))).toHaveLength(1)
    const found = await service.call('POST', `/api/v2/applications/${application.id}/suppressions/look-up`, {
      body: { channel: 'SMS', address: phone },
    })
    expect(found.body.content).toMatchObject([{ reason: 'HARD_BOUNCE', notificationId: row_.id }])
  })

  it('is applied later if it arrives before the response to the submission', async () => {
    const phone = newPhone()
    // the provider withholds the response until it has sent the callback
    service.twilio.script({ to: phone, acceptedAnd: 'hang' })
    const application = await service.know(
      anApplication({ schedules: [], types: { CREATE: { channels: ['SMS'] } } }),
    )
    const made = scheduled(application, { customers: [aCustomer({ phone })] })
    await service.publish(made.event)
    const { sid } = await service.twilio.waitFor(({ to }) => to === phone)
    await service.twilio.advance(sid)
    expect(await service.twilio.advance(sid)).toMatchObject([{ status: 'delivered', responseStatus: 204 }])
    const held = await service.rowOf(made.appointment.id, 'CREATE', 'SMS')
    expect(held).toMatchObject({ status: 'PENDING', provider_status: 'SENDING' })
    expect(held.lease_token).not.toBeNull()
    // the lease expires, unless it is renewed just then, and the sweeper finishes the notification
    const later = () => {
      service.advance(60_000)
      return service.rowOf(made.appointment.id, 'CREATE', 'SMS')
    }
    await expect.poll(later).toMatchObject({ status: 'DELIVERED', provider_status: 'delivered' })
    expect(await service.storyOf(held.id)).toEqual([
      'created',
      'claimed',
      'attempt outcome_unknown',
      'retry_scheduled',
      'submitted found_at_provider',
      'receipt',
      'delivered',
    ])
    expect(service.twilio.messages().filter(({ to }) => to === phone)).toHaveLength(1)
  })

  it('confirms an interrupted submission, so that it is not sent again', async () => {
    const phone = newPhone()
    service.twilio.script({ to: phone, acceptedAnd: 'reset' })
    const { row, message, appointment } = await book(phone)
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'ECONNRESET' })
    await service.twilio.advance(message().sid)
    const adopted = await row()
    expect(adopted).toMatchObject({ provider_status: 'sent', next_retry_at: null })
    expect(adopted.next_poll_at).not.toBeNull()
    service.advance(3 * 60_000)
    await service.quiet(appointment.id)
    expect(service.twilio.messages().filter(({ to }) => to === phone)).toHaveLength(1)
  })

  it('is ignored if it belongs to an earlier submission', async () => {
    const { tell, row, message, appointment } = await book()
    const { sid } = message()
    await tell('undelivered', { ErrorCode: '30003' })
    expect(await row()).toMatchObject({ status: 'PENDING', retry_count: 1 })
    await tell('undelivered', { ErrorCode: '30003' })
    expect(await row()).toMatchObject({ status: 'PENDING', retry_count: 1 })
    service.advance(13 * 60_000)
    await service.quiet(appointment.id)
    expect(message().sid).not.toBe(sid)
    await tell('delivered', { MessageSid: sid })
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'queued' })
    await tell('delivered')
    expect(await row()).toMatchObject({ status: 'DELIVERED', attempt_no: 2 })
  })

  it('triggers the fallback channel once if it reports a permanent failure', async () => {
    const { tell, appointment, customer } = await book(newPhone(), {
      types: { CREATE: { channels: ['SMS'], fallback: ['EMAIL'] } },
    })
    await Promise.all([1, 2, 3].map(() => tell('undelivered', { ErrorCode: '30006' })))
    service.advance(0)
    await service.quiet(appointment.id)
    const rows = await service.rowsOf(appointment.id)
    expect(rows.map(({ channel, status }) => [channel, status]).sort()).toEqual([
      ['EMAIL', 'DELIVERED'],
      ['SMS', 'FAILED'],
    ])
    expect(service.smtp.messages().filter(({ to }) => to.includes(customer.email!))).toHaveLength(1)
  })

  it('is recorded with the version of its classification', async () => {
    const { tell, row, appointment } = await book()
    await tell('delivered')
    const { id } = await row()
    const path = `/api/v2/appointments/${appointment.id}/notifications/${id}/events?sortOrder=asc`
    const { body } = await service.call('GET', path)
    const stamped = body.content.map((step) => [
      step.event,
      (step as { classificationVersion?: number }).classificationVersion,
    ])
    expect(stamped).toContainEqual(['attempt', 1])
    expect(stamped).toContainEqual(['receipt', 1])
    expect(stamped).toContainEqual(['created', undefined])
  })
})

describe('without callbacks', () => {
  /** Delivers a message without a callback. */
  const deliverSilently = async (message: TwilioMessage) => {
    message.statusCallback = null
    await service.twilio.advance(message.sid)
    await service.twilio.advance(message.sid)
  }

  it('one list request covers all messages that are due for polling', async () => {
    const booked = [await book(), await book(), await book()]
    for (const { message } of booked) await deliverSilently(message())
    const asked = service.twilio.requests().length
    service.advance(40_000)
    for (const { appointment } of booked) await service.quiet(appointment.id)
    for (const { row } of booked) expect(await row()).toMatchObject({ status: 'DELIVERED' })
    const lists = service.twilio.requests().slice(asked)
    expect(lists.filter(({ path }) => path.includes('/Messages.json'))).toHaveLength(1)
    expect(lists.filter(({ path }) => booked.some(({ message }) => path.includes(message().sid)))).toEqual([])
  })

  it('messages are polled soon even if a replica with a fast clock has polled before', async () => {
    const { message, row, appointment } = await book()
    await deliverSilently(message())
    await service.pool.query(
      `INSERT INTO provider_sweeps (provider, next_at) VALUES ('SMS', $1)
       ON CONFLICT (provider) DO UPDATE SET next_at = excluded.next_at`,
      [new Date(service.clock.current.getTime() + 10 * 60_000)],
    )
    service.advance(40_000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'DELIVERED' })
  })
})
