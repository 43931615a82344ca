import {
  SYSTEM,
  withoutDefaults,
  type Actor,
  type Application,
  type AppointmentSnapshot,
  type AvailabilitySettings,
  type EventData,
  type EventType,
  type Presentation,
} from '@appointments/contracts'
import { newEvent, type NewEvent } from '@appointments/outbox'
import type { StoredAppointment } from './domain/appointment.ts'
import { changedClaims, holderOf } from './domain/claims.ts'
import { claimsOfHold, type StoredHold } from './domain/hold.ts'

type OfAppointment = Extract<
  EventType,
  | 'APScheduledEvent'
  | 'APUpdatedEvent'
  | 'APRescheduledEvent'
  | 'APActivatedEvent'
  | 'APCancelledEvent'
  | 'APDeletedEvent'
  | 'APRemovedEvent'
  | 'APAbortedEvent'
  | 'APOutcomeEvent'
  | 'APAssignmentDecidedEvent'
>

/** An event about an appointment in its new state; `more` holds the other fields of the event. */
export const appointmentEvent = <Type extends OfAppointment>(
  type: Type,
  appointment: AppointmentSnapshot,
  actor: Actor,
  now: Date,
  more: Omit<EventData<Type>, 'appointment' | 'actor'>,
): NewEvent =>
  newEvent(type, {
    subject: appointment.id,
    aggregateVersion: appointment.version,
    at: now,
    data: { appointment, actor, ...more } as unknown as EventData<Type>,
  })

/** The event of an appointment's outcome. An event without an outcome withdraws an earlier one. */
export const outcomeEvent = (appointment: AppointmentSnapshot, actor: Actor, now: Date): NewEvent => {
  const { outcome } = appointment
  return appointmentEvent('APOutcomeEvent', appointment, actor, now, outcome ? { outcome } : {})
}

/** The event of a decision on a member of a queue. @param against the organizer that it replaces */
export const assignmentDecided = (
  appointment: AppointmentSnapshot,
  { id: decisionId, agentId }: { id: string; agentId: string },
  against: string | undefined,
  now: Date,
): NewEvent =>
  appointmentEvent('APAssignmentDecidedEvent', appointment, SYSTEM, now, {
    decisionId,
    agentId,
    ...(against !== undefined && { against }),
  })

export const applicationChanged = (application: Application, actor: Actor, now: Date): NewEvent =>
  newEvent('APApplicationChangedEvent', {
    subject: application.id,
    aggregateVersion: application.version,
    at: now,
    data: { application: withoutDefaults(application), actor },
  })

export const availabilitySettingsChanged = (settings: AvailabilitySettings, now: Date): NewEvent =>
  newEvent('APAvailabilitySettingsChangedEvent', {
    subject: settings.applicationId,
    aggregateVersion: settings.version,
    at: now,
    data: { settings },
  })

export const presentationChanged = (presentation: Presentation, now: Date): NewEvent =>
  newEvent('APPresentationChangedEvent', {
    subject: presentation.applicationId,
    aggregateVersion: presentation.version,
    at: now,
    data: { presentation },
  })

/**
 * The event of a change of the agents' time that an appointment occupies; none if it stays the same.
 * @param before undefined for a new appointment
 */
export function claimsChanged(
  before: StoredAppointment | undefined,
  after: StoredAppointment,
  now: Date,
): NewEvent[] {
  const data = changedClaims(before, after)
  if (!data) return []
  const isRevision = before && holderOf(before).version === data.version
  return [
    newEvent('APClaimsChangedEvent', {
      subject: data.holder.id,
      // two events of one appointment must not share a number, so revisions count downwards
      aggregateVersion: isRevision ? -(data.revision ?? 0) : data.version,
      at: now,
      data,
    }),
  ]
}

/** The event of a hold that was made, extended, used or released. */
export const holdChanged = (hold: StoredHold, now: Date): NewEvent =>
  newEvent('APClaimsChangedEvent', {
    subject: hold.key,
    aggregateVersion: hold.version,
    at: now,
    data: claimsOfHold(hold),
  })
