import type {
  NotificationChannel,
  NotificationReason,
  NotificationStatus,
  NotificationStepReason,
  NotificationType,
} from '@appointments/contracts'
import { say, type PlainKey } from '../../text/words.ts'
import type { Message, MessageStep } from '../api/shapes.ts'

/** Names of messages, by their types. */
export const typeNames: Record<NotificationType, PlainKey> = {
  CREATE: 'letter.CREATE',
  UPDATE: 'letter.UPDATE',
  RESCHEDULE: 'letter.RESCHEDULE',
  REASSIGN: 'letter.REASSIGN',
  ROOM: 'letter.ROOM',
  REMINDER: 'letter.REMINDER',
  CANCELLED: 'letter.CANCELLED',
  FOLLOW_UP: 'letter.FOLLOW_UP',
  IN_PROGRESS: 'letter.IN_PROGRESS',
  COMPLETED: 'letter.COMPLETED',
  FAILED: 'letter.FAILED',
  NO_SHOW: 'letter.NO_SHOW',
  PARTICIPANT_ADDED: 'letter.PARTICIPANT_ADDED',
  PARTICIPANT_REMOVED: 'letter.PARTICIPANT_REMOVED',
  PARTICIPANT_UPDATED: 'letter.PARTICIPANT_UPDATED',
  INTERACTION_UPDATED: 'letter.INTERACTION_UPDATED',
}

export const channelNames: Record<NotificationChannel, PlainKey> = {
  EMAIL: 'channel.EMAIL',
  SMS: 'channel.SMS',
  WEBHOOKS: 'channel.WEBHOOKS',
}

export const statusNames: Record<NotificationStatus, PlainKey> = {
  INITIALIZED: 'delivery.INITIALIZED',
  PENDING: 'delivery.PENDING',
  DELIVERED: 'delivery.DELIVERED',
  FAILED: 'delivery.FAILED',
  CANCELLED: 'delivery.CANCELLED',
}

/** Texts for the reasons of messages. A reason without a text does not compile. */
export const reasonNames: Record<NotificationReason, PlainKey> = {
  address_dead: 'why.address_dead',
  address_suppressed: 'why.address_suppressed',
  address_unproved: 'why.address_unproved',
  appointment_over: 'why.appointment_over',
  attempts_exhausted: 'why.attempts_exhausted',
  channel_disabled: 'why.channel_disabled',
  channel_parked: 'why.channel_parked',
  coalesced: 'why.coalesced',
  deadline_passed: 'why.deadline_passed',
  debounced: 'why.coalesced',
  endpoint_disabled: 'why.endpoint_disabled',
  endpoint_removed: 'why.endpoint_disabled',
  missed_window: 'why.missed_window',
  no_address: 'why.no_address',
  no_receipt: 'why.no_receipt',
  not_completed: 'why.not_completed',
  not_rendered: 'why.not_rendered',
  notifications_off: 'why.notifications_off',
  notify_false: 'why.notify_false',
  offset_elapsed: 'why.offset_elapsed',
  provider_cancelled: 'why.provider_cancelled',
  quiet_hours: 'why.quiet_hours',
  rate_limited: 'why.rate_limited',
  recipient_complained: 'why.recipient_complained',
  recipient_limit: 'why.recipient_limit',
  recipient_removed: 'why.recipient_removed',
  recipient_stopped: 'why.recipient_stopped',
  recipient_unsubscribed: 'why.recipient_stopped',
  rejected: 'why.rejected',
  rescheduled: 'why.rescheduled',
  room_not_open: 'why.room_not_open',
  sender_not_allowed: 'why.sender_not_allowed',
  superseded: 'why.superseded',
}
/** Further reasons of single steps. */
const stepReasonNames: Record<Exclude<NotificationStepReason, NotificationReason>, PlainKey> = {
  after_the_end: 'why.after_the_end',
  fallback: 'why.fallback',
  found_at_provider: 'why.found_at_provider',
  long_sms: 'why.long_sms',
  outcome_unknown: 'why.outcome_unknown',
  template_missing: 'why.template_missing',
}

/** Why a message was not sent, waits or failed, as a sentence. */
export function reasonText(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined
  const known = ({ ...reasonNames, ...stepReasonNames } as Record<string, PlainKey>)[reason]
  return known ? say(known) : say('why.other', { reason })
}

/** The choices of the reason filter: each text, with the reasons that it stands for, joined by commas. */
export function reasonChoices(): readonly (readonly [string, string])[] {
  const byText = new Map<string, string[]>()
  for (const [reason, key] of Object.entries(reasonNames)) {
    const text = say(key)
    byText.set(text, [...(byText.get(text) ?? []), reason])
  }
  return [...byText].map(([text, reasons]) => [reasons.join(','), text] as const)
}

const worded = (names: Record<string, PlainKey>, value: string) => {
  const key = names[value]
  return key ? say(key) : value
}
export const typeText = (type: string): string => worded(typeNames, type)
export const channelText = (channel: string): string => worded(channelNames, channel)
export const statusText = (status: string): string => worded(statusNames, status)

/** `Reminder by e-mail` */
export const messageName = ({ type, channel }: Pick<Message | MessageStep, 'type' | 'channel'>): string =>
  say('letter.by', { type: typeText(type), channel: channelText(channel) })

/** Reasons for not sending a message that the customer should have received. */
const UNREACHABLE: ReadonlySet<string> = new Set<NotificationReason>([
  'address_dead',
  'address_suppressed',
  'address_unproved',
  'no_address',
])

/** Whether a message did not arrive, so that it may be sent again. */
export const didNotArrive = ({
  status,
  channel,
  reason,
}: Pick<Message | MessageStep, 'status' | 'channel' | 'reason'>): boolean =>
  channel !== 'WEBHOOKS' &&
  (status === 'FAILED' || (status === 'CANCELLED' && reason !== undefined && UNREACHABLE.has(reason)))

/** The result of a step of a message, and the reason. */
export function messageStepText({ event, status, reason }: MessageStep): string {
  const why = reasonText(reason)
  const what = event === 'submitted' ? say('delivery.submitted') : statusText(status)
  return why === undefined ? what : say('delivery.because', { what, why })
}
