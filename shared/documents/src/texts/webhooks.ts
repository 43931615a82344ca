import type { NotificationType } from '@appointments/contracts'

/** What the webhook of each type tells. */
export const webhookTexts: Readonly<Record<NotificationType, string>> = {
  CREATE: 'An appointment was scheduled',
  UPDATE: 'Details of an appointment changed',
  RESCHEDULE: 'An appointment moved; `previous` has the time it had',
  REASSIGN: 'An appointment has another organizer; `previous` has the one before',
  ROOM: 'The room of an appointment is open',
  REMINDER: 'An appointment is coming up',
  CANCELLED: 'An appointment was cancelled, deleted or removed',
  FOLLOW_UP: 'A while has passed since an appointment was completed',
  IN_PROGRESS: 'An agent and a customer have met, or a participant has joined again after COMPLETED',
  COMPLETED:
    'The meeting is over: everybody has left for the grace period, or the room has closed. IN_PROGRESS follows if a participant joins again',
  FAILED: 'The interaction failed; `userMessage` has what the customer may be told',
  NO_SHOW: 'No customer came',
  PARTICIPANT_ADDED: 'Somebody was added',
  PARTICIPANT_REMOVED: 'Somebody was removed',
  PARTICIPANT_UPDATED: 'Somebody waits, has joined or has left',
  INTERACTION_UPDATED: 'The interaction was accepted or changed',
}
