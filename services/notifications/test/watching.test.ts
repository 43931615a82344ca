import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageOf } from '@appointments/outbox'
import { freePort } from '@appointments/testing/free-port'
import { scrape, startWebhookReceiver, type Scrape, type WebhookReceiver } from '@appointments/testing'
import { figures } from '../src/repositories/send/figures.ts'
import { aCaller, aCustomer, anApplication, DAY_MS, HOUR_MS, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
let receiver: WebhookReceiver
let metrics: () => Promise<Scrape>

beforeAll(async () => {
  const port = await freePort()
  receiver = await startWebhookReceiver()
  service = await runNotifications({ env: { METRICS_PORT: String(port) } })
  metrics = () => scrape(`http://127.0.0.1:${port}/metrics`)
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

const attempts = async (channel: string, outcome: string) =>
  (await metrics()).value('notification_attempts_total', { channel, outcome }) ?? 0

async function anApplicationWithEndpoint() {
  const application = await service.know(anApplication())
  await service.call('POST', '/api/v2/webhook-endpoints', {
    caller: aCaller({ roles: ['ROLE_CLIENT_SERVICE'] }),
    body: { applicationId: application.id, url: receiver.url },
  })
  return application
}

/** Books for a customer, and waits until all immediate messages are processed. */
async function book(email: string) {
  const application = await service.know(anApplication())
  const made = scheduled(application, { customers: [aCustomer({ email })] })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return made
}

describe('metrics of sending', () => {
  it.each([
    ['accepted', 'ada@example.com'],
    ['permanent', '550@example.com'],
    ['transient', '451@example.com'],
  ])('count an attempt that ends as %s', async (outcome, address) => {
    const before = await attempts('EMAIL', outcome)
    await book(address)
    expect(await attempts('EMAIL', outcome)).toBe(before + 1)
    const now = await metrics()
    expect(now.value('notification_attempt_duration_seconds_count', { channel: 'EMAIL' })).toBeGreaterThan(0)
    expect(now.value('notification_lateness_seconds_count', { channel: 'EMAIL' })).toBeGreaterThan(0)
  })

  it('count a possible duplicate if the outcome of a mail is unknown', async () => {
    const duplicates = async () =>
      (await metrics()).value('possible_duplicates_total', { channel: 'EMAIL' }) ?? 0
    const before = await duplicates()
    service.smtp.script({ at: 'end', does: 'reset' })
    await book('grace@example.com')
    expect(await attempts('EMAIL', 'unknown')).toBe(1)
    expect(await duplicates()).toBe(before + 1)
  })

  it('count webhook endpoints by state', async () => {
    await anApplicationWithEndpoint()
    const now = await metrics()
    expect(now.value('webhook_endpoints_active')).toBe(1)
    expect(now.value('webhook_endpoints_disabled')).toBe(0)
  })

  it('show the connections to the mail server', async () => {
    await book('linus@example.com')
    const now = await metrics()
    expect(now.value('smtp_connections_limit')).toBe(5)
    expect(now.value('smtp_connections_in_use')).toBe(0)
  })

  it('count overdue notifications and expired leases', async () => {
    await book('late@example.com')
    const { pool, clock } = service
    expect(await figures.queue(pool, clock.current)).toEqual({ overdue: 0, overdueSeconds: 0, abandoned: 0 })
    const { rows } = await pool.query<{ waiting: number; first: Date }>(
      'SELECT count(*) AS waiting, min(due_at) AS first FROM notifications WHERE due_at IS NOT NULL',
    )
    const { waiting, first } = rows[0]!
    expect(waiting).toBeGreaterThan(1)
    // 30 days later, when all notifications are overdue
    const later = new Date(clock.current.getTime() + 30 * DAY_MS)
    expect(await figures.queue(pool, later)).toEqual({
      overdue: waiting,
      overdueSeconds: (later.getTime() - first.getTime()) / 1000,
      abandoned: 0,
    })
    await pool.query(
      `UPDATE notifications SET status = 'PENDING', due_at = NULL, next_retry_at = NULL, lease_token = 'held',
         lease_until = $1 WHERE id IN (SELECT id FROM notifications WHERE due_at IS NOT NULL LIMIT 1)`,
      [new Date(clock.current.getTime() + HOUR_MS)],
    )
    expect(await figures.queue(pool, later)).toMatchObject({ overdue: waiting - 1, abandoned: 1 })
  })
})

it('a webhook carries the trace of its event, however late it is sent', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const application = await anApplicationWithEndpoint()
  const { event, appointment } = scheduled(application)
  await service.broker.publish(messageOf(event, undefined, `00-${traceId}-00f067aa0ba902b7-01`))
  const { headers } = await receiver.waitFor(({ body }) => body.includes(appointment.id))
  expect(headers.traceparent).toBe(`00-${traceId}-00f067aa0ba902b7-01`)
})
