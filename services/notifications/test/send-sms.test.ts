import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApplication, aCustomer, DAY_MS, HOUR_MS, scheduled } from './builders.ts'
import { runNotifications, SMS_SENDER, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withSmtp: false })
})
afterAll(() => service.stop())

async function book(phone: string, smsSender?: string) {
  const application = await service.know(
    anApplication({
      schedules: [],
      types: { CREATE: { channels: ['SMS'] } },
      ...(smsSender !== undefined && { from: { smsSender } }),
    }),
  )
  const customer = aCustomer({ phone })
  const made = scheduled(application, {
    customers: [customer],
    // far enough ahead that no step of a message comes too late
    appointment: { start: '2027-03-09T09:00:00Z', end: '2027-03-09T09:30:00Z' },
  })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return { ...made, row: () => service.rowOf(made.appointment.id, 'CREATE', 'SMS') }
}

const sentTo = (phone: string) => service.twilio.messages().filter(({ to }) => to === phone)

describe('an SMS', () => {
  it('contains no half of an emoji if its title is cut', async () => {
    const application = await service.know(
      anApplication({ schedules: [], types: { CREATE: { channels: ['SMS'] } } }),
    )
    const customer = aCustomer({ phone: '+49301000077' })
    const title = `${'x'.repeat(36)}🎉🎉🎉`
    const { event, appointment } = scheduled(application, { customers: [customer], appointment: { title } })
    await service.publish(event)
    await service.quiet(appointment.id)
    expect(sentTo('+49301000077')[0]!.body).toContain(`${'x'.repeat(36)}... is booked`)
  })

  it('is submitted, polled, and delivered once the carrier reports it [6.3, 2.7 nextPollAt]', async () => {
    const { appointment, row } = await book('+49301000001')
    const submitted = await row()
    expect(submitted).toMatchObject({ status: 'PENDING', provider_status: 'queued', next_retry_at: null })
    expect(submitted.next_poll_at).toEqual(submitted.due_at)
    expect(sentTo('+49301000001')[0]).toMatchObject({ from: SMS_SENDER })

    await service.twilio.advance()
    service.advance(34_000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'sent' })

    await service.twilio.advance()
    service.advance(120_000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({
      status: 'DELIVERED',
      provider_status: 'delivered',
      next_poll_at: null,
    })
    expect(await service.storyOf(submitted.id)).toEqual([
      'created',
      'claimed',
      'attempt',
      'submitted',
      'receipt',
      'delivered',
    ])
    expect(sentTo('+49301000001')).toHaveLength(1)
  })

  it('uses the sender of the application', async () => {
    await book('+49301000002', `MG${'a'.repeat(32)}`)
    expect(sentTo('+49301000002')[0]).toMatchObject({
      messagingServiceSid: `MG${'a'.repeat(32)}`,
      from: null,
    })
  })

  it('takes a sender name that begins with MG for a name, not for the sid of a messaging service', async () => {
    await book('+49301000022', 'MGEN')
    expect(sentTo('+49301000022')[0]).toMatchObject({ from: 'MGEN', messagingServiceSid: null })
  })

  it("may wait in the provider's queue for ten hours, but no longer than it is relevant", async () => {
    await book('+49301000012')
    expect(sentTo('+49301000012')[0]?.validityPeriod).toBe(36_000)

    const application = await service.know(
      anApplication({ schedules: [{ type: 'REMINDER', offset: 'PT1H', channels: ['SMS'] }] }),
    )
    const start = new Date(service.clock.current.getTime() + DAY_MS)
    const end = new Date(start.getTime() + HOUR_MS)
    const { event, appointment } = scheduled(application, {
      customers: [aCustomer({ phone: '+49301000013' })],
      appointment: { start: start.toISOString(), end: end.toISOString() },
    })
    await service.publish(event)
    service.advance(DAY_MS - HOUR_MS)
    await service.quiet(appointment.id)
    const { relevant_until } = await service.rowOf(appointment.id, 'REMINDER', 'SMS')
    expect(relevant_until).toEqual(start)
    expect(sentTo('+49301000013').map(({ validityPeriod }) => validityPeriod)).toEqual([HOUR_MS / 1000])
  })

  it('counts as delivered if no receipt ever arrives', async () => {
    const { appointment, row } = await book('+49301000003')
    service.twilio.script()
    const { sid } = sentTo('+49301000003')[0]!
    await service.twilio.advance(sid)
    for (const hours of [1, 12, 24]) {
      service.advance(hours * 3_600_000)
      await service.quiet(appointment.id)
    }
    expect(await row()).toMatchObject({
      status: 'DELIVERED',
      provider_status: 'sent',
      message: 'no carrier receipt',
    })
  })

  it('is not retried if the number is invalid', async () => {
    const { row } = await book('+15005550001')
    expect(await row()).toMatchObject({ status: 'FAILED', provider_status: '21211', retry_count: 0 })
  })

  it('is submitted again, at most twice, if the handset was off', async () => {
    const { appointment, row } = await book('+15005550030')
    for (let round = 0; round < 3; round += 1) {
      await service.twilio.advance()
      await service.twilio.advance()
      service.advance(40_000)
      await service.quiet(appointment.id)
      service.advance(3_700_000)
      await service.quiet(appointment.id)
    }
    expect(await row()).toMatchObject({
      status: 'FAILED',
      provider_status: 'undelivered',
      message: '30003 Unreachable destination handset',
      retry_count: 2,
    })
    expect(sentTo('+15005550030')).toHaveLength(3)
  })

  it('is retried after a rate-limit error', async () => {
    service.twilio.script({
      to: '+49301000004',
      rejected: { status: 429, code: 20429, message: 'Too Many Requests' },
    })
    const { appointment, row } = await book('+49301000004')
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: '20429', retry_count: 1 })
    service.advance(7000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'queued' })
  })

  it('is looked up at the provider before it is sent again if the response was lost', async () => {
    service.twilio.script({ to: '+49301000005', acceptedAnd: 'reset' })
    const { appointment, row } = await book('+49301000005')
    const unknown = await row()
    expect(unknown).toMatchObject({ status: 'PENDING', retry_count: 1 })
    expect(await service.storyOf(unknown.id)).toContain('attempt outcome_unknown')
    service.advance(75_000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'queued' })
    expect(sentTo('+49301000005')).toHaveLength(1)
  })

  it.each([
    [
      'delivered',
      {
        phone: '+49301000014',
        ends: undefined,
        becomes: { status: 'DELIVERED', provider_status: 'delivered' },
        suppressed: 0,
      },
    ],
    [
      'undeliverable',
      {
        phone: '+49301000015',
        ends: { status: 'undelivered', errorCode: 30_006 },
        becomes: { status: 'FAILED', message: '30006 Landline or unreachable carrier' },
        suppressed: 1,
      },
    ],
  ] as const)('gets its receipt if it is found %s', async (_, { phone, ends, becomes, suppressed }) => {
    service.twilio.script({ to: phone, acceptedAnd: 'reset', ...(ends && { ends }) })
    const { appointment, row } = await book(phone)
    const [message] = sentTo(phone)
    await service.twilio.advance(message!.sid)
    await service.twilio.advance(message!.sid)
    service.advance(75_000)
    await service.quiet(appointment.id)
    service.advance(35_000)
    await service.quiet(appointment.id)
    const { id, ...after } = await row()
    expect(after).toMatchObject(becomes)
    expect(await service.storyOf(id)).toContain('receipt')
    expect(sentTo(phone)).toHaveLength(1)
    const { rows } = await service.pool.query('SELECT FROM suppressions WHERE application_id = $1', [
      appointment.applicationId,
    ])
    expect(rows).toHaveLength(suppressed)
  })

  it.each([
    ['was accepted', '+49301000016', {}],
    ['could not be delivered', '+49301000017', { ends: { status: 'undelivered', errorCode: 30_003 } }],
  ] as const)('is not mistaken for an earlier one with the same text that %s', async (_, phone, fate) => {
    if ('ends' in fate) service.twilio.script({ to: phone, ...fate })
    const { appointment } = await book(phone)
    const [earlier] = sentTo(phone)
    await service.twilio.advance(earlier!.sid)
    await service.twilio.advance(earlier!.sid)
    service.advance(34_000)
    await service.quiet(appointment.id)

    // the provider neither accepts nor rejects the next message
    service.twilio.script({ to: phone, rejected: { status: 500, code: 20_500, message: 'Internal error' } })
    const { id } = await service.rowOf(appointment.id, 'CREATE', 'SMS')
    const path = `/api/v2/appointments/${appointment.id}/notifications/${id}/resend`
    const { body } = await service.call('POST', path)
    service.advance(1000)
    await service.quiet(appointment.id)
    expect(await service.storyOf(body.id)).toContain('attempt outcome_unknown')
    service.advance(75_000)
    await service.quiet(appointment.id)
    expect(sentTo(phone).map(({ body: text }) => text)).toEqual([earlier!.body, earlier!.body])
  })

  it("is looked up before a user's retry if the response to the last attempt was lost", async () => {
    const phone = '+49301000006'
    const rejected = { status: 429, code: 20429, message: 'Too Many Requests' }
    service.twilio.script({ to: phone, rejected }, { to: phone, acceptedAnd: 'reset' })
    const { appointment, row } = await book(phone)
    const { id } = await row()
    // only one retry is left
    await service.pool.query('UPDATE notifications SET retry_count = 5 WHERE id = $1', [id])
    service.advance(7000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'FAILED', attempt_no: 2 })

    const path = `/api/v2/appointments/${appointment.id}/notifications/${id}/retry`
    expect((await service.call('POST', path)).status).toBe(202)
    // the application sends one SMS per second
    service.advance(2000)
    await service.quiet(appointment.id)
    expect(await row()).toMatchObject({ status: 'PENDING', provider_status: 'queued' })
    expect(sentTo(phone)).toHaveLength(1)
  })
})
