import { z } from 'zod'
import {
  bookableDuration,
  directoryFault,
  directoryId,
  language,
  onObjects,
  skills,
} from './directory-fields.ts'
import { agentId, durationBetween, identifier, instantField } from './fields.ts'

/* Holds: times promised for minutes (docs/contract/holds.md). */

const MINUTE_MS = 60_000

/** Id of a hold: 128 random bits, a secret that permits its use. */
export const holdId = z
  .string()
  .regex(/^hold_[A-Za-z0-9_-]{22}$/, 'must be the id of a hold')
  .meta({ minLength: 27, maxLength: 27, examples: ['hold_nMvxVd2mQn6uC1zW0Yx4Rg'] })

const timeToLive = durationBetween(MINUTE_MS, 30 * MINUTE_MS, 'at least PT1M and at most PT30M')

/** Body of a POST: which time to hold, and whose. */
export const holdRequest = z
  .object({
    /** Optional beside appointmentId. */
    applicationId: identifier.optional(),
    serviceTypeId: directoryId.optional(),
    start: instantField,
    duration: bookableDuration.optional(),
    agentId: agentId.optional(),
    queueId: directoryId.optional(),
    /** The agent to hold if it is free. */
    preferredAgentId: agentId.optional(),
    /** An earlier appointment; its organizer is held if it is free. */
    followsAppointmentId: identifier.optional(),
    language: language.optional(),
    skills: skills.optional(),
    ttl: timeToLive.optional(),
    /** The appointment to move. */
    appointmentId: identifier.optional(),
  })
  .refine(({ applicationId, appointmentId }) => (applicationId ?? appointmentId) !== undefined, {
    ...onObjects,
    path: ['applicationId'],
    ...directoryFault('REQUIRED', 'is required unless appointmentId is given'),
  })
  .refine(
    ({ serviceTypeId, queueId, agentId: agent, appointmentId }) =>
      [serviceTypeId, queueId, agent, appointmentId].some((target) => target !== undefined),
    {
      ...onObjects,
      path: ['serviceTypeId'],
      ...directoryFault('TARGET_REQUIRED', 'is required unless queueId, agentId or appointmentId is given'),
    },
  )
  .refine(({ agentId: agent, queueId }) => agent === undefined || queueId === undefined, {
    ...onObjects,
    path: ['queueId'],
    ...directoryFault('FIELD_NOT_ALLOWED', 'must be absent beside agentId'),
  })
  .meta({ id: 'HoldRequest' })
export type HoldRequest = z.output<typeof holdRequest>

export const extendHoldRequest = z.object({ ttl: timeToLive.optional() }).meta({ id: 'ExtendHoldRequest' })
export type ExtendHoldRequest = z.output<typeof extendHoldRequest>

export const holdParams = z.object({ id: holdId })

const dateTime = z.string().meta({ format: 'date-time' })

/** A live hold in responses. */
export const hold = z
  .object({
    id: z.string(),
    applicationId: z.string(),
    serviceTypeId: z.string().optional(),
    start: dateTime,
    end: dateTime,
    duration: z.string(),
    timezone: z.string(),
    expiresAt: dateTime,
    extendableUntil: dateTime,
    /** Present for staff, or if the application shows agents. */
    agentId: z.string().optional(),
  })
  .meta({ id: 'Hold' })
export type Hold = z.output<typeof hold>
