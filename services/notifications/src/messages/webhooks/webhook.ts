import { targetOf, wholeVersion } from '@appointments/appointment'
import {
  instant,
  isPropagatable,
  WEBHOOK_PING,
  webhookEventNames,
  type CustomerRecord,
  type WebhookPayload,
  type WebhookPing,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Notification } from '../../domain/notification.ts'
import { webhookBody } from './webhook-body.ts'
import type { Sign } from '../../keys/webhook-signatures.ts'

/** A webhook, ready to be sent. */
export interface WebhookRequest {
  endpointId: string
  applicationId: string
  url: string
  body: string
  headers: Record<string, string>
  timeoutMs: number
}

/** An endpoint with its signer. */
export interface EndpointTarget {
  id: string
  applicationId: string
  url: string
  headers: Record<string, string>
  timeoutMs: number
  includeRoomUrl: boolean
  includeContact: boolean
  sign: Sign
}

interface WebhookSource {
  notification: Notification
  /** The current appointment; used only if the notification has not kept the appointment of its event. */
  whole: WholeAppointment
  contacts: readonly CustomerRecord[]
  endpoint: EndpointTarget
}

/**
 * The webhook of a notification, signed for one attempt (Standard Webhooks). The body is the same on every attempt unless
 * the webhook was planned; timestamp and signature differ.
 */
export function webhookOf(source: WebhookSource, now: Date): WebhookRequest {
  const { notification, endpoint, whole } = source
  return signed(endpoint, now, {
    id: notification.id,
    body: webhookBody(payloadOf(source)),
    attempt: notification.attemptNo + 1,
    headers: whole.appointment.notificationHeaders,
  })
}

type PingTarget = Omit<EndpointTarget, 'includeRoomUrl' | 'includeContact'>

/** A test webhook. */
export function pingOf(id: string, endpoint: PingTarget, now: Date): WebhookRequest {
  const payload: WebhookPing = {
    type: WEBHOOK_PING,
    timestamp: now.toISOString(),
    schemaVersion: '1',
    data: { endpointId: endpoint.id, applicationId: endpoint.applicationId },
  }
  return signed(endpoint, now, { id, body: JSON.stringify(payload), attempt: 1, headers: {} })
}

/**
 * A test webhook with an altered body. It has a new id, so that a receiver that drops duplicates does not mistake it
 * for one.
 */
export function tamperedPingOf(id: string, endpoint: PingTarget, now: Date): WebhookRequest {
  const ping = pingOf(id, endpoint, now)
  const later = new Date(now.getTime() + 1000).toISOString()
  return { ...ping, body: JSON.stringify({ ...(JSON.parse(ping.body) as WebhookPing), timestamp: later }) }
}

/** A signed request to an endpoint. */
function signed(
  endpoint: PingTarget,
  now: Date,
  {
    id,
    body,
    attempt,
    headers,
  }: { id: string; body: string; attempt: number; headers: Record<string, string> },
): WebhookRequest {
  return {
    endpointId: endpoint.id,
    applicationId: endpoint.applicationId,
    url: endpoint.url,
    body,
    timeoutMs: endpoint.timeoutMs,
    headers: merged(propagatable(headers), propagatable(endpoint.headers), {
      'content-type': 'application/json',
      'user-agent': 'Appointments-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': endpoint.sign(id, now, body),
      'x-appointments-attempt': String(attempt),
    }),
  }
}

/** Forbidden headers were rejected when they were stored; this is a second check. */
const propagatable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isPropagatable(name)))

/** Merges headers ignoring case; later layers win. */
function merged(...layers: Record<string, string>[]): Record<string, string> {
  const byName = new Map<string, [string, string]>()
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    byName.set(name.toLowerCase(), [name, value])
  }
  return Object.fromEntries(byName.values())
}

/**
 * The payload of a webhook: the appointment right after the event. A planned webhook shows the current appointment, with
 * the revision for which it was planned. The payload contains contact data of customers only if the endpoint requests it.
 */
export function payloadOf({
  notification,
  whole: newest,
  contacts,
  endpoint,
}: WebhookSource): WebhookPayload {
  const { context, type, plannedOffset, scheduledFor } = notification
  const whole = context.whole ?? newest
  const { appointment, roster } = whole
  const { room, cancellation } = appointment
  return {
    type: webhookEventNames[type],
    timestamp: new Date(context.at).toISOString(),
    schemaVersion: '1',
    data: {
      eventId: `evt_${context.eventId}`,
      notificationId: notification.id,
      applicationId: appointment.applicationId,
      appointment: {
        id: appointment.id,
        revision: context.whole ? wholeVersion(whole) : context.revision,
        state: appointment.state,
        ...(appointment.outcome && { outcome: appointment.outcome }),
        start: instant(appointment.start),
        end: instant(appointment.end),
        duration: appointment.duration,
        timezone: appointment.timezone,
        locale: appointment.locale,
        ...(appointment.title !== undefined && { title: appointment.title }),
        metadata: appointment.metadata,
        ...(roster.organizerId !== undefined && { organizer: { id: roster.organizerId, type: 'AGENT' } }),
        participants: roster.participants.map(({ id, type: kind, state }) => ({
          id,
          type: kind,
          ...(state && { state }),
        })),
        interaction: {
          state: roster.interaction.state,
          ...(roster.interaction.routing && { routing: roster.interaction.routing }),
        },
        ...targetOf(whole),
        ...(cancellation && { cancellation: { ...cancellation, at: instant(cancellation.at) } }),
        ...(room && endpoint.includeRoomUrl && { room: { url: room.url, expires: instant(room.expires) } }),
      },
      ...(context.previous && { previous: context.previous }),
      trigger: context.trigger,
      ...(scheduledFor && {
        schedule: {
          ...(plannedOffset !== null && { offset: plannedOffset }),
          scheduledFor: instant(scheduledFor),
        },
      }),
      ...(context.userMessage !== undefined && { userMessage: context.userMessage }),
      ...(endpoint.includeContact && { contacts: contacts.map(contactOf) }),
    },
  }
}

/** Contact data of a customer, without its free-form metadata. */
const contactOf = ({ metadata: _, ...contact }: CustomerRecord) => contact
