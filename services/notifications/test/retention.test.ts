import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhookReceiver } from '@appointments/testing'
import { forgetExpired } from '../src/use-cases/history/forget-expired.ts'
import { aCaller, aCustomer, anApplication, DAY_MS, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

const sweep = async () => {
  const turn = forgetExpired({ pool: service.pool, clock: service.clock })
  while (await turn());
}

const caller = aCaller({ roles: ['ROLE_CLIENT_SERVICE'] })

async function book(retention: { history: string; content: string } | undefined, customers = [aCustomer()]) {
  const application = await service.know(anApplication({ schedules: [], ...(retention && { retention }) }))
  return { ...(await service.book(application, { customers })), application }
}

const stored = async (appointmentId: string) => {
  const { rows } = await service.pool.query(
    `SELECT to_jsonb(n) AS n, (SELECT jsonb_agg(e) FROM notification_events e WHERE e.notification_id = n.id) AS steps
     FROM notifications n WHERE appointment_id = $1`,
    [appointmentId],
  )
  return JSON.stringify(rows)
}

describe('content', () => {
  it('expires after its retention period, while the events stay', async () => {
    const { appointment } = await book({ history: 'P60D', content: 'P10D' }, [
      aCustomer({ firstName: 'Ottilie', lastName: 'Forgettable', email: '550@gone.example.com' }),
    ])
    const kept = await book({ history: 'P60D', content: 'P30D' }, [aCustomer({ lastName: 'Memorable' })])
    const { id } = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
    const before = await service.storyOf(id)
    const sent = () => service.call('GET', `/api/v2/notifications/${id}/content`)
    service.advance(9 * DAY_MS)
    await sweep()
    expect(await stored(appointment.id)).toContain('Forgettable')
    expect((await sent()).status).toBe(200)
    service.advance(DAY_MS + 1000)
    await sweep()
    expect((await sent()).body.code).toBe('CONTENT_GONE')
    expect(await stored(appointment.id)).not.toMatch(/Forgettable|agent-7|unknown user/)
    expect(await stored(kept.appointment.id)).toContain('Memorable')
    expect(await service.storyOf(id)).toEqual(before)
    const { body } = await service.call('GET', `/api/v2/appointments/${appointment.id}/notifications`)
    expect(body.content[0]).toMatchObject({
      id,
      status: 'FAILED',
      providerStatus: 'SMTP_550',
      recipient: { displayName: '', type: 'CUSTOMER' },
      canRetry: false,
    })
    expect(body.content[0]).not.toHaveProperty('message')
  })

  it('cannot be sent again once it has expired, and the response gives the reason', async () => {
    const receiver = await startWebhookReceiver()
    try {
      const application = await service.know(
        anApplication({ schedules: [], retention: { history: 'P60D', content: 'P1D' } }),
      )
      const endpoint = await service.call('POST', '/api/v2/webhook-endpoints', {
        caller,
        body: { applicationId: application.id, url: `${receiver.url}/hooks` },
      })
      const { event, appointment } = scheduled(application, {
        appointment: {
          start: new Date(service.clock.current.getTime() + 30 * DAY_MS).toISOString(),
          end: new Date(service.clock.current.getTime() + 31 * DAY_MS).toISOString(),
        },
        customers: [aCustomer({ email: '452@later.example.com' })],
      })
      await service.publish(event)
      await service.quiet(appointment.id)
      await service.exhaustRetries(appointment.id)
      const from = new Date(service.clock.current.getTime() - DAY_MS).toISOString()
      const responses = async () =>
        (await service.pool.query('SELECT FROM webhook_attempts WHERE appointment_id = $1', [appointment.id]))
          .rowCount
      expect(await responses()).toBe(1)
      service.advance(2 * DAY_MS)
      await sweep()
      expect(await responses()).toBe(0)
      const webhook = await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
      const mail = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
      expect([webhook.status, mail.status]).toEqual(['DELIVERED', 'FAILED'])

      const base = `/api/v2/webhook-endpoints/${endpoint.body.id}`
      const again = await service.call('POST', `${base}/deliveries/${webhook.id}/redeliver`, { caller })
      expect([again.status, again.body.code]).toEqual([409, 'CONTENT_GONE'])
      const retried = await service.call(
        'POST',
        `/api/v2/appointments/${appointment.id}/notifications/${mail.id}/retry`,
      )
      expect([retried.status, retried.body.code]).toEqual([409, 'CONTENT_GONE'])
      const to = service.clock.current.toISOString()
      const replayed = await service.call('POST', `${base}/replay`, { caller, body: { from, to } })
      expect([replayed.status, replayed.body]).toEqual([202, { count: 0 }])
      expect(receiver.deliveries()).toHaveLength(1)
    } finally {
      await receiver.stop()
    }
  })
})

describe('history', () => {
  it('expires after its retention period, with all events', async () => {
    const { appointment } = await book({ history: 'P20D', content: 'P10D' })
    const { id } = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
    await service.pool.query(
      "INSERT INTO early_receipts (notification_id, appointment_id, receipt) VALUES ($1, $2, '{}')",
      [id, appointment.id],
    )
    service.advance(19 * DAY_MS)
    await sweep()
    expect(await service.rowsOf(appointment.id)).toHaveLength(1)
    service.advance(DAY_MS + 1000)
    await sweep()
    expect(await service.rowsOf(appointment.id)).toEqual([])
    expect(await service.storyOf(id)).toEqual([])
    expect((await service.pool.query('SELECT FROM early_receipts')).rowCount).toBe(0)
  })

  it('may expire before the content would', async () => {
    const { appointment } = await book({ history: 'P5D', content: 'P30D' })
    service.advance(6 * DAY_MS)
    await sweep()
    expect(await service.rowsOf(appointment.id)).toEqual([])
  })

  it('is deleted in batches, by the retention period of each application', async () => {
    const short = await book({ history: 'P2D', content: 'P1D' }, [])
    const long = await book(undefined)
    await service.pool.query(
      `INSERT INTO notifications (id, application_id, appointment_id, source_event_id, type, channel, recipient_key,
         recipient_type, recipient_name, status, relevant_until, appointment_revision, invite_sequence, priority,
         context, created_at, updated_at)
       SELECT 'ntf_old_' || n, $1, $2, 'event-' || n, 'CREATE', 'EMAIL', 'someone', 'CUSTOMER', 'Ada', 'DELIVERED',
         $3, 1, 0, 1, '{}', $3, $3 FROM generate_series(1, 450) n`,
      [short.application.id, short.appointment.id, service.clock.current],
    )
    service.advance(3 * DAY_MS)
    const turn = forgetExpired({ pool: service.pool, clock: service.clock })
    expect(await turn()).toBe(true)
    expect((await service.rowsOf(short.appointment.id)).length).toBeGreaterThan(0)
    await sweep()
    expect(await service.rowsOf(short.appointment.id)).toEqual([])
    expect(await service.rowsOf(long.appointment.id)).toHaveLength(1)
  })

  it('keeps pending notifications, however old they are', async () => {
    const application = await service.know(
      anApplication({
        types: { CREATE: { channels: [] } },
        schedules: [{ type: 'REMINDER', offset: 'PT1H', channels: ['EMAIL'] }],
        retention: { history: 'P2D', content: 'P1D' },
      }),
    )
    const { event, appointment } = scheduled(application, {
      appointment: {
        start: new Date(service.clock.current.getTime() + 10 * DAY_MS).toISOString(),
        end: new Date(service.clock.current.getTime() + 11 * DAY_MS).toISOString(),
      },
    })
    await service.publish(event)
    service.advance(5 * DAY_MS)
    await sweep()
    const reminder = await service.rowOf(appointment.id, 'REMINDER', 'EMAIL')
    expect(reminder.status).toBe('INITIALIZED')
    expect(await stored(appointment.id)).toContain('Lovelace')
  })

  it('is cleaned up by every replica', async () => {
    const { appointment } = await book({ history: 'P2D', content: 'P1D' })
    service.advance(3 * DAY_MS)
    const second = await service.start()
    try {
      await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
    } finally {
      await second.stop()
    }
  })
})
