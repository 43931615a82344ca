import { isDeepStrictEqual } from 'node:util'
import { textsForCustomers } from '@appointments/appointment'
import {
  DAY_MS,
  instant,
  type Actor,
  type AppointmentEvent,
  type AppointmentsEvent,
  type NotificationType,
} from '@appointments/contracts'
import type { Previous, Reason } from '../notification.ts'
import { isMoved } from './projection.ts'

/** The announcement of an event, before recipients and channels are chosen. */
export interface Announcement {
  type: NotificationType
  operation: string
  actor: Actor
  /** The only customer to notify, if any; webhook endpoints are notified of everything. */
  participantId?: string
  /** True if nothing changes for customers. */
  webhooksOnly?: boolean
  /** True if calendar invites must be renewed. */
  renewsInvite?: boolean
  /** True if it is announced only once per version of the appointment, however many events report it. */
  oncePerVersion?: boolean
  /** Why it is recorded but not sent. */
  withheld?: Reason
  /** Why messages to people are recorded but not sent; webhooks are sent. */
  withheldFromPeople?: Reason
  previous?: Previous
  userMessage?: string
  /** Manage-ticket versions that customers knew before. */
  manageVersions?: Record<string, number>
}

const OLDEST_ANNOUNCED_MS = 13 * DAY_MS

/**
 * Whether an event is so old that the inbox may have forgotten it; it may be a repetition, so it is not announced.
 */
export const isTooOld = ({ time }: Pick<AppointmentsEvent, 'time'>, now: Date): boolean =>
  now.getTime() - Date.parse(time) > OLDEST_ANNOUNCED_MS

/** Inputs of an announcement besides its event. */
interface Setting {
  /** Whether customers see the notes. */
  notesForCustomers: boolean
  /** Manage-ticket versions before the event. */
  manageVersions: Record<string, number>
  /** The end of the appointment before the event; undefined if the appointment was unknown. */
  end: string | undefined
}

/**
 * Whether an update names nothing but details of a customer. The participants service finds out whether it changes them,
 * and its event announces that. Any other update is announced once, whatever it changes.
 */
const isOfCustomerOnly = (changed: readonly string[]) => changed.every((field) => field === 'customer')

const isOverAt = (time: string, end: string) => Date.parse(end) <= Date.parse(time)

/** The announcement of an event; undefined if it needs none. */
export function announcementOf(
  event: AppointmentEvent,
  { notesForCustomers, manageVersions, end }: Setting,
): Announcement | undefined {
  const { actor } = event.data
  switch (event.type) {
    case 'APScheduledEvent':
      return { type: 'CREATE', operation: 'schedule', actor }
    case 'APUpdatedEvent': {
      const { changed } = event.data
      if (isOfCustomerOnly(changed)) return undefined
      const shown = textsForCustomers({ notesForCustomers }).some((text) => changed.includes(text))
      return { type: 'UPDATE', operation: 'update', actor, renewsInvite: shown, webhooksOnly: !shown }
    }
    case 'APRescheduledEvent': {
      const { appointment, previous: before } = event.data
      const previous = { ...before, start: instant(before.start), end: instant(before.end) }
      // a customer who gets a new link must know it, even if the times stay the same
      const shown =
        isMoved(before, appointment) || !isDeepStrictEqual(appointment.manageVersions, manageVersions)
      return {
        type: 'RESCHEDULE',
        operation: 'reschedule',
        actor,
        renewsInvite: shown,
        webhooksOnly: !shown,
        previous,
        manageVersions,
      }
    }
    case 'APActivatedEvent':
      return event.data.explicit ? { type: 'ROOM', operation: 'activate', actor } : undefined
    case 'APCancelledEvent': {
      const cancelled = { type: 'CANCELLED', operation: 'cancel', actor, renewsInvite: true } as const
      return event.data.notify ? cancelled : { ...cancelled, withheldFromPeople: 'notify_false' }
    }
    case 'APDeletedEvent':
      return { type: 'CANCELLED', operation: 'delete', actor, renewsInvite: true }
    case 'APRemovedEvent': {
      const { state, end } = event.data.appointment
      const takesPlace = state !== 'ABORTED' && !isOverAt(event.time, end)
      return {
        type: 'CANCELLED',
        operation: 'delete',
        actor,
        renewsInvite: takesPlace,
        webhooksOnly: !takesPlace,
      }
    }
    case 'APOutcomeEvent': {
      const { outcome } = event.data
      // the event of the failed interaction has announced it
      if (outcome === undefined || outcome === 'FAILED') return undefined
      return { type: outcome, operation: 'outcome', actor, oncePerVersion: true }
    }
    case 'APReassignedEvent': {
      const id = event.data.previousOrganizerId
      const previous = id === undefined ? {} : { previous: { organizer: { id, type: 'AGENT' as const } } }
      return { type: 'REASSIGN', operation: 'reassign', actor, ...previous }
    }
    case 'APParticipantAddedEvent': {
      const { participantId } = event.data
      return { type: 'PARTICIPANT_ADDED', operation: 'add_participant', actor, participantId }
    }
    case 'APParticipantRemovedEvent': {
      const { participantId, participantType } = event.data
      // after the end there is nothing left to take part in
      const isOver = end !== undefined && isOverAt(event.time, end)
      return {
        type: 'PARTICIPANT_REMOVED',
        operation: 'remove_participant',
        actor,
        participantId,
        renewsInvite: participantType === 'CUSTOMER' && !isOver,
        webhooksOnly: isOver,
      }
    }
    case 'APParticipantUpdatedEvent':
      return isOfCustomerOnly(event.data.changed ?? ['customer'])
        ? { type: 'UPDATE', operation: 'update', actor, webhooksOnly: true }
        : undefined
    case 'APParticipantStateChangedEvent':
      return { type: 'PARTICIPANT_UPDATED', operation: 'participant_state', actor }
    case 'APInteractionAcceptedEvent':
      return { type: 'INTERACTION_UPDATED', operation: 'accept', actor }
    case 'APInteractionFailedEvent': {
      // the system message is internal; only the user message may be shown
      const { userMessage } = event.data
      return {
        type: 'FAILED',
        operation: 'failed',
        actor,
        ...(userMessage !== undefined && { userMessage }),
      }
    }
    case 'APInteractionUpdatedEvent':
      return event.data.requested
        ? { type: 'INTERACTION_UPDATED', operation: 'interaction', actor }
        : undefined
    default:
      return undefined
  }
}
