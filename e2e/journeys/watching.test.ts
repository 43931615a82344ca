import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  scrape,
  startTraceCollector,
  startWebhookReceiver,
  type CollectedSpan,
  type TraceCollector,
  type WebhookReceiver,
} from '@appointments/testing'
import type { Appointment } from '../src/response-bodies.ts'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'
const SOON = { timeout: 20_000 }

let system: Services
let collector: TraceCollector
let receiver: WebhookReceiver
let agent: Call

beforeAll(async () => {
  collector = await startTraceCollector()
  receiver = await startWebhookReceiver()
  system = await startServices({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  agent = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  await done(machine('PUT', '/api/v2/applications/app-1', { notifications: { active: true } }))
  await done(machine('POST', '/api/v2/webhook-endpoints', { applicationId: 'app-1', url: receiver.url }))
}, 120_000)
afterAll(async () => {
  await system.close()
  await Promise.all([collector.stop(), receiver.stop()])
})

const book = (headers: Record<string, string> = {}) =>
  done(
    agent(
      'POST',
      V2,
      {
        applicationId: 'app-1',
        start: daysAhead(50),
        duration: 'PT30M',
        customers: [{ contact: { primaryEmail: 'somebody@example.com' } }],
      },
      headers,
    ),
  ) as Promise<Appointment>

/** The `traceparent` of the webhook about an appointment. */
async function webhookTrace(id: string) {
  const arrived = () => receiver.deliveries().find(({ body }) => body.includes(id))
  await expect.poll(arrived, SOON).toBeDefined()
  const [, traceId = '', spanId = ''] = String(arrived()?.headers.traceparent).split('-')
  return { traceId, spanId }
}

const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId)
const named = (spans: CollectedSpan[], service: string, name: string) =>
  spans.filter((span) => span.service === service && span.name === name)

describe('a trace', () => {
  it('leads from the request to the sent message, through every service, without a gap', async () => {
    const { id } = await book()
    const { traceId, spanId } = await webhookTrace(id)
    const sent = () => named(spansOf(traceId), 'notifications', 'send WEBHOOKS')
    await expect.poll(() => sent().map((span) => span.spanId), SOON).toContain(spanId)
    const mailed = () => named(spansOf(traceId), 'notifications', 'send EMAIL')
    await expect.poll(mailed, SOON).toHaveLength(1)
    const copied = () => named(spansOf(traceId), 'participants', 'apply APScheduledEvent')
    await expect.poll(copied, SOON).toHaveLength(1)
    // the last spans may be in flight: a parent is exported after its children
    const missing = () => {
      const spans = spansOf(traceId)
      const ids = new Set(spans.map((span) => span.spanId))
      return spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))
    }
    await expect.poll(missing, SOON).toEqual([])

    const spans = spansOf(traceId)
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toMatchObject([
      { service: 'gateway', name: 'POST v2.scheduleAppointment' },
    ])
    const path = (span: CollectedSpan | undefined): string[] =>
      span
        ? [...path(spans.find((one) => one.spanId === span.parentSpanId)), `${span.service}: ${span.name}`]
        : []
    expect(path(sent()[0])).toEqual([
      'gateway: POST v2.scheduleAppointment',
      'gateway: POST appointments',
      'appointments: POST v2.scheduleAppointment',
      'appointments: publish APScheduledEvent',
      'notifications: apply APScheduledEvent',
      // events share transactions, so the transaction belongs to one of them only
      'notifications: deliver',
      'notifications: send WEBHOOKS',
    ])
  })

  it('continues the trace of the client', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const { id } = await book({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
    expect((await webhookTrace(id)).traceId).toBe(traceId)
    const first = () => named(spansOf(traceId), 'gateway', 'POST v2.scheduleAppointment')
    await expect.poll(first, SOON).toMatchObject([{ parentSpanId: '00f067aa0ba902b7' }])
  })

  it('contains no text entered by a user', async () => {
    await expect.poll(() => collector.spans().length, SOON).toBeGreaterThan(0)
    expect(/somebody|@|agent-7/.exec(JSON.stringify(collector.spans()))?.[0]).toBeUndefined()
  })
})

describe('metrics', () => {
  it('count requests, show their progress, and report nothing left over', async () => {
    await book()
    const gateway = await scrape(system.metricsUrl('gateway'))
    const asked = { version: 'v2', operation: 'scheduleAppointment', method: 'POST' }
    expect(gateway.value('http_requests_total', { ...asked, status: '2xx' })).toBeGreaterThanOrEqual(1)
    expect(gateway.value('http_request_duration_seconds_count', asked)).toBeGreaterThanOrEqual(1)
    expect(gateway.value('circuit_breakers_open', { name: 'appointments' })).toBe(0)

    const settled = await scrape(system.metricsUrl('appointments'))
    expect(settled.value('settle_duration_seconds_count')).toBeGreaterThanOrEqual(1)
    expect(settled.value('settle_misses_total')).toBeUndefined()
    await expect
      .poll(
        async () => (await scrape(system.metricsUrl('appointments'))).value('outbox_unpublished_events'),
        SOON,
      )
      .toBe(0)
    const applied = (await scrape(system.metricsUrl('participants'))).value('event_deliveries_total', {
      type: 'APScheduledEvent',
      outcome: 'applied',
    })
    expect(applied).toBeGreaterThanOrEqual(1)
    await expect
      .poll(async () => {
        const notifications = await scrape(system.metricsUrl('notifications'))
        const sent = { channel: 'WEBHOOKS', outcome: 'accepted' }
        return [
          (notifications.value('notification_attempts_total', sent) ?? 0) > 0,
          (notifications.value('notification_lateness_seconds_count', { channel: 'WEBHOOKS' }) ?? 0) > 0,
          notifications.value('notifications_overdue'),
          notifications.value('notifications_abandoned'),
          notifications.value('queue_dead_letters'),
          notifications.value('telemetry_failed_readings'),
        ]
      }, SOON)
      .toEqual([true, true, 0, 0, 0, 0])
  })

  it('are not served at any public address', async () => {
    expect((await fetch(`${system.gatewayUrl}/metrics`)).status).toBe(404)
  })
})
