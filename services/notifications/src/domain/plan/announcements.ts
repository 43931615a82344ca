import {
  DAY_MS,
  instant,
  type Actor,
  type AppointmentsEvent,
  type NotificationType,
} from '@appointments/contracts'
import type { Previous, Reason } from '../notification.ts'

/** What an event has to tell, before it is known to whom and over which channels. */
export interface Announcement {
  type: NotificationType
  operation: string
  actor: Actor
  /** One participant where only that one is told; webhook endpoints are told of everything. */
  participantId?: string
  /** True where it says nothing that customers care about. */
  webhooksOnly?: boolean
  /** True where it renews the calendar invite. */
  renewsInvite?: boolean
  /** True if it announces a state the appointment reached in one version, whatever the number of events about it. */
  oncePerVersion?: boolean
  /** Why it is recorded but not sent. */
  withheld?: Reason
  previous?: Previous
  userMessage?: string
  /** Manage-ticket versions that customers knew before. */
  manageVersions?: Record<string, number>
}

const OLD_NEWS_MS = 13 * DAY_MS

/** Whether an event comes so late that it may be one the inbox has forgotten, and is news to nobody. */
export const isOldNews = ({ time }: Pick<AppointmentsEvent, 'time'>, now: Date): boolean =>
  now.getTime() - Date.parse(time) > OLD_NEWS_MS

/** What an announcement depends on beside its event. */
interface Setting {
  /** Whether customers see the notes. */
  notesForCustomers: boolean
  /** Manage-ticket versions before the event. */
  manageVersions: Record<string, number>
}

/** What an event tells; undefined where nobody needs to hear of it. */
export function announcementOf(
  event: AppointmentsEvent,
  { notesForCustomers, manageVersions }: Setting,
): Announcement | undefined {
  const { actor } = event.data
  switch (event.type) {
    case 'APScheduledEvent':
      return { type: 'CREATE', operation: 'schedule', actor }
    case 'APUpdatedEvent': {
      const shownFields = notesForCustomers ? ['title', 'notes'] : ['title']
      const shown = event.data.changed.some((field) => shownFields.includes(field))
      return { type: 'UPDATE', operation: 'update', actor, renewsInvite: shown, webhooksOnly: !shown }
    }
    case 'APRescheduledEvent': {
      const { start, end, ...kept } = event.data.previous
      const previous = { ...kept, start: instant(start), end: instant(end) }
      return {
        type: 'RESCHEDULE',
        operation: 'reschedule',
        actor,
        renewsInvite: true,
        previous,
        manageVersions,
      }
    }
    case 'APActivatedEvent':
      return event.data.explicit ? { type: 'ROOM', operation: 'activate', actor } : undefined
    case 'APCancelledEvent': {
      const called = { type: 'CANCELLED', operation: 'cancel', actor, renewsInvite: true } as const
      return event.data.notify ? called : { ...called, withheld: 'notify_false' }
    }
    case 'APDeletedEvent':
    case 'APRemovedEvent':
      return { type: 'CANCELLED', operation: 'delete', actor, renewsInvite: true }
    case 'APOutcomeEvent': {
      const { outcome } = event.data
      // the interaction that failed has been announced by its own event
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
      const renewsInvite = participantType === 'CUSTOMER'
      return {
        type: 'PARTICIPANT_REMOVED',
        operation: 'remove_participant',
        actor,
        participantId,
        renewsInvite,
      }
    }
    case 'APParticipantStateChangedEvent':
      return { type: 'PARTICIPANT_UPDATED', operation: 'participant_state', actor }
    case 'APInteractionAcceptedEvent':
      return { type: 'INTERACTION_UPDATED', operation: 'accept', actor }
    case 'APInteractionFailedEvent': {
      // the message for the system stays inside; only the one for the user may be told
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
