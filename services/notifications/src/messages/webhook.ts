import { Webhook } from 'standardwebhooks'
import {
  instant,
  isPropagatable,
  wholeVersion,
  WEBHOOK_PING,
  webhookEventNames,
  type CustomerRecord,
  type WebhookPayload,
  type WebhookPing,
  type WholeAppointment,
} from '@appointments/contracts'
import type { Notification } from '../domain/notification.ts'

/** A webhook, ready to be posted. */
export interface WebhookRequest {
  endpointId: string
  url: string
  body: string
  headers: Record<string, string>
  timeoutMs: number
}

/** An endpoint with what signing needs. */
export interface EndpointTarget {
  id: string
  url: string
  headers: Record<string, string>
  timeoutMs: number
  includeRoomUrl: boolean
  includeContact: boolean
  /** The current one, then those that were replaced and still hold. */
  secrets: string[]
}

interface WebhookSource {
  notification: Notification
  /** The appointment as it is now; what the notification keeps of its own time goes before it. */
  whole: WholeAppointment
  contacts: readonly CustomerRecord[]
  endpoint: EndpointTarget
}

const MOST_BYTES = 20_000

/**
 * The webhook of a notification, signed for one attempt (Standard Webhooks). The body stays the same on every
 * attempt; timestamp and signature are the attempt's own.
 */
export function webhookOf(source: WebhookSource, now: Date): WebhookRequest {
  const { notification, endpoint, whole } = source
  return signed(endpoint, now, {
    id: notification.id,
    body: bodyOf(payloadOf(source)),
    attempt: notification.attemptNo + 1,
    headers: propagated(whole),
  })
}

type PingTarget = Omit<EndpointTarget, 'includeRoomUrl' | 'includeContact'> & { applicationId: string }

/** A webhook that only tests an endpoint. */
export function pingOf(id: string, endpoint: PingTarget, now: Date): WebhookRequest {
  const payload: WebhookPing = {
    type: WEBHOOK_PING,
    timestamp: now.toISOString(),
    schemaVersion: '1',
    data: { endpointId: endpoint.id, applicationId: endpoint.applicationId },
  }
  return signed(endpoint, now, { id, body: JSON.stringify(payload), attempt: 1, headers: {} })
}

/** A body for an endpoint, signed with each of its secrets. */
function signed(
  endpoint: Pick<EndpointTarget, 'id' | 'url' | 'headers' | 'timeoutMs' | 'secrets'>,
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
    url: endpoint.url,
    body,
    timeoutMs: endpoint.timeoutMs,
    headers: merged(headers, endpoint.headers, {
      'content-type': 'application/json',
      'user-agent': 'Appointments-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': endpoint.secrets
        .map((secret) => new Webhook(secret).sign(id, now, body))
        .join(' '),
      'x-appointments-attempt': String(attempt),
    }),
  }
}

/** Headers of the appointment; what may not travel was refused before, and is looked at once more here. */
const propagated = ({ appointment }: WholeAppointment) =>
  Object.fromEntries(Object.entries(appointment.notificationHeaders).filter(([name]) => isPropagatable(name)))

/** Later ones win, whatever the case of a name. */
function merged(...layers: Record<string, string>[]): Record<string, string> {
  const byName = new Map<string, [string, string]>()
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    byName.set(name.toLowerCase(), [name, value])
  }
  return Object.fromEntries(byName.values())
}

/** The body of a webhook: the appointment as the event left it, without anything that says who a customer is. */
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
        ...(appointment.targetAssignment && { targetAssignment: appointment.targetAssignment }),
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

/** The bytes of a body; metadata goes first where it would become too large. */
function bodyOf(payload: WebhookPayload): string {
  const body = JSON.stringify(payload)
  if (Buffer.byteLength(body) <= MOST_BYTES) return body
  const { metadata: _, ...appointment } = payload.data.appointment
  return JSON.stringify({
    ...payload,
    data: { ...payload.data, appointment: { ...appointment, truncated: true } },
  })
}
