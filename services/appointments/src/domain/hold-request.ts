import { queueOf } from '@appointments/appointment'
import {
  lengthOf,
  problem,
  type AvailabilitySettings,
  type DecisionRequest,
  type HoldRequest,
  type ServiceType,
} from '@appointments/contracts'
import type { StoredAppointment } from './appointment.ts'

/**
 * The requested duration, otherwise that of the appointment to move, otherwise the only one of the service type.
 * @throws Problem VALIDATION_FAILED if there is none
 */
export function durationOf(
  { duration }: HoldRequest,
  serviceType: ServiceType | undefined,
  moving: StoredAppointment | undefined,
): string {
  const [only, ...others] = serviceType?.durations ?? []
  const chosen = duration ?? moving?.appointment.duration ?? (others.length === 0 ? only : undefined)
  if (chosen !== undefined && lengthOf(chosen) > 0) return chosen
  throw problem('VALIDATION_FAILED', {
    errors: [
      {
        pointer: '/duration',
        code: 'REQUIRED',
        message: 'is required unless the service type has exactly one',
      },
    ],
  })
}

/** The agent or the queue whose time is held. */
export type HeldTarget = { agentId: string } | { queueId: string }

/**
 * The agents or queues whose time a hold may take. For a move, these are the queue of the appointment and then its
 * organizer, who is tried if the directory no longer has the queue.
 * @returns at least one, in the order in which they are tried
 * @throws Problem CALENDAR_NOT_FOUND if nothing names an agent or a queue
 */
export function targetsOf(
  { agentId, queueId }: HoldRequest,
  serviceType: ServiceType | undefined,
  moving: StoredAppointment | undefined,
): HeldTarget[] {
  const movedQueue = moving && queueOf(moving)
  const organizer = moving?.roster.organizerId
  const kept: HeldTarget[] = [
    ...(movedQueue === undefined ? [] : [{ queueId: movedQueue }]),
    ...(organizer === undefined ? [] : [{ agentId: organizer }]),
  ]
  if (kept.length > 0) return kept
  if (agentId !== undefined) return [{ agentId }]
  const queue = queueId ?? serviceType?.queueId
  if (queue === undefined) throw problem('CALENDAR_NOT_FOUND')
  return [{ queueId: queue }]
}

/** The requirements of a request and, if the appointment stays in its queue, those of its booking. */
export function requirementsOf(
  { language, skills }: HoldRequest,
  target: HeldTarget,
  moving: StoredAppointment | undefined,
): DecisionRequest['requires'] {
  const booked = 'queueId' in target ? moving?.appointment.assignment?.requires : undefined
  if (language === undefined && !skills) return booked
  return {
    skills: [...(booked?.skills ?? []), ...(skills ?? [])],
    languages: [...(booked?.languages ?? []), ...(language === undefined ? [] : [language])],
  }
}

/** The time zone of a hold. */
export const zoneOf = (
  { defaults }: AvailabilitySettings,
  serviceType: ServiceType | undefined,
  { defaultTimezone }: { defaultTimezone?: string | undefined },
) => serviceType?.timezone ?? defaults.timezone ?? defaultTimezone ?? 'UTC'
