import { z } from 'zod'
import { count } from './availability.ts'
import { changeVias } from './callers.ts'
import { cursorPage, cursorPaging } from './cursor-pages.ts'
import { directoryFault, onObjects } from './directory-fields.ts'
import { anyCase } from './enumerations.ts'
import type { EventType } from './events.ts'
import { agentId, durationBetween, identifier, instantField } from './fields.ts'
import { limits } from './limits.ts'
import { appointmentElement, listOf } from './shapes.ts'

/* Changes of appointments (docs/contract/changes.md). */

/** Events that change what callers see of an appointment. */
export const changeTypes = [
  'APScheduledEvent',
  'APUpdatedEvent',
  'APRescheduledEvent',
  'APActivatedEvent',
  'APCancelledEvent',
  'APDeletedEvent',
  'APRemovedEvent',
  'APAbortedEvent',
  'APOutcomeEvent',
  'APAssignmentDecidedEvent',
  'APReassignedEvent',
  'APAssignmentDeclinedEvent',
  'APParticipantAddedEvent',
  'APParticipantRemovedEvent',
  'APParticipantUpdatedEvent',
  'APParticipantStateChangedEvent',
  'APInteractionAcceptedEvent',
  'APInteractionFailedEvent',
  'APInteractionUpdatedEvent',
] as const satisfies readonly EventType[]
export type ChangeType = (typeof changeTypes)[number]

const dateTime = z.string().meta({ format: 'date-time' })

/** Who changed an appointment, and how the change was requested. */
const changeActor = z
  .object({
    /** An agent or user, or the participant id of a customer. */
    id: z.string().optional(),
    /** Only for agents whose name the directory knows. */
    displayName: z.string().optional(),
    role: z.string().optional(),
    via: z.enum(changeVias),
  })
  .meta({ id: 'ChangeActor' })

const namedAgent = z.object({ id: z.string(), displayName: z.string().optional() }).meta({ id: 'NamedAgent' })

/** A text or agents; absent if the part had or has no value. */
const changedValue = z.union([z.string(), z.array(namedAgent)])

/**
 * A part of the appointment that changed. For texts and contacts only the name is present, neither the old nor the new
 * value.
 */
const changedPart = z
  .object({
    name: z.string().meta({ examples: ['start'] }),
    /** Whose presence changed. */
    participantId: z.string().optional(),
    from: changedValue.optional(),
    to: changedValue.optional(),
  })
  .meta({ id: 'ChangedPart' })
export type ChangedPart = z.input<typeof changedPart>

/** One change in the history of an appointment. */
export const timelineEntry = z
  .object({
    id: z.string(),
    at: dateTime,
    type: z.enum(changeTypes),
    version: z.int(),
    actor: changeActor,
    changed: z.array(changedPart),
    reason: z.string().optional(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.input<typeof timelineEntry>
export const timelinePage = cursorPage('TimelinePage', timelineEntry)
export const timelineQuery = z.object(cursorPaging)

/**
 * A change as readers of the feed get it: with the current appointment, not the appointment as it was after the change.
 */
export const change = z
  .object({
    type: z.enum(changeTypes),
    appointmentId: z.string(),
    version: z.int(),
    at: dateTime,
    /** Absent if the appointment is out of scope. */
    actor: changeActor.optional(),
    changed: z.array(changedPart),
    /** False if the caller no longer sees the appointment, or if it was removed. */
    inScope: z.boolean(),
    /** The current appointment; absent if it is out of scope. */
    appointment: appointmentElement.optional(),
  })
  .meta({ id: 'Change' })
export type Change = z.input<typeof change>

export const changePage = z
  .object({
    content: z.array(change),
    /** Continues after this page. It is always present, because the feed has no end. */
    nextCursor: z.string(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'ChangePage' })
export type ChangePage = z.input<typeof changePage>

const MOST_WAIT_MS = 25_000

const filters = {
  cursor: cursorPaging.cursor,
  applicationId: identifier.optional(),
  agentId: agentId.optional(),
  type: listOf(anyCase(changeTypes)).optional(),
}

export const changeQuery = z
  .object({
    ...filters,
    since: instantField.optional(),
    wait: durationBetween(0, MOST_WAIT_MS, 'at most PT25S').optional(),
    limit: count(limits.pageSize).optional(),
  })
  .refine(({ cursor, since }) => cursor === undefined || since === undefined, {
    ...onObjects,
    path: ['since'],
    ...directoryFault('FIELD_NOT_ALLOWED', 'must be absent beside cursor'),
  })
export type ChangeQuery = z.output<typeof changeQuery>

export const changeStreamQuery = z.object(filters)
