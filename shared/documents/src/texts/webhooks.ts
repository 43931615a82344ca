import type { NotificationType } from '@appointments/contracts'

/** The event that the webhook of each type reports. */
export const webhookTexts: Readonly<Record<NotificationType, string>> = {
  CREATE: 'An appointment was scheduled',
  UPDATE: 'Details of an appointment changed',
  RESCHEDULE: 'An appointment was rescheduled; `previous` has the previous time',
  REASSIGN: 'An appointment was reassigned; `previous` has the previous organizer',
  ROOM: 'The room of an appointment is open',
  REMINDER: 'An appointment starts soon',
  CANCELLED:
    'An appointment was cancelled, deleted or removed; it has a `cancellation` unless it was removed',
  FOLLOW_UP: 'The planned time after a completed appointment has been reached',
  IN_PROGRESS: 'An agent and a customer have met, or a participant has joined again after COMPLETED',
  COMPLETED:
    'The meeting is over: all participants have been absent for the grace period, or the room has closed. IN_PROGRESS follows if a participant joins again',
  FAILED: 'The interaction failed; `userMessage` has the error message for the customer',
  NO_SHOW: 'No customer joined',
  PARTICIPANT_ADDED: 'A participant was added',
  PARTICIPANT_REMOVED: 'A participant was removed',
  PARTICIPANT_UPDATED: 'A participant waits, has joined or has left',
  INTERACTION_UPDATED: 'The interaction was accepted or changed',
}
