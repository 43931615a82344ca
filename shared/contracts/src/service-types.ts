import { z } from 'zod'
import {
  bookableDuration,
  directoryFault,
  directoryId,
  entryName,
  offerLimits,
  onObjects,
  requirements,
  searchQuery,
  stored,
  unrepeated,
} from './directory-fields.ts'
import { lengthOf } from './durations.ts'
import { identifier, line, locale, paragraph, timeZone } from './fields.ts'
import { chatModes } from './interactions.ts'
import { limits } from './limits.ts'
import { page, paging } from './shapes.ts'
import { variants } from './variants.ts'

const MOST_ANSWER = 500

/** A question that is asked when an appointment is booked. */
const intakeQuestion = z
  .strictObject({
    id: directoryId,
    label: line(limits.title).min(1),
    type: z.enum(['TEXT', 'CHOICE', 'BOOLEAN']),
    required: z.boolean().default(false),
    /** Only for CHOICE, which needs it. */
    choices: unrepeated(z.array(line(limits.name).min(1)).min(1).max(50)).optional(),
    /** Only for TEXT: the longest answer. */
    maxLength: z.int().min(1).max(MOST_ANSWER).optional(),
  })
  .refine(({ type, choices }) => type !== 'CHOICE' || choices !== undefined, {
    ...onObjects,
    path: ['choices'],
    ...directoryFault('CHOICES_REQUIRED', 'is required for a question of type CHOICE'),
  })
  .refine(({ type, choices }) => type === 'CHOICE' || choices === undefined, {
    ...onObjects,
    path: ['choices'],
    ...directoryFault('FIELD_NOT_ALLOWED', 'must be absent unless the type is CHOICE'),
  })
  .refine(({ type, maxLength }) => type === 'TEXT' || maxLength === undefined, {
    ...onObjects,
    path: ['maxLength'],
    ...directoryFault('FIELD_NOT_ALLOWED', 'must be absent unless the type is TEXT'),
  })
  .meta({ id: 'IntakeQuestion' })

const chatMode = z.enum(chatModes).optional()
const channelId = line(255).min(1).optional()

/** Routing of the appointments; a booking may set its own. */
const serviceRouting = variants('type', [
  z.strictObject({
    type: z.literal('VENDORA_CLOUD_FLOW'),
    properties: z.strictObject({ deploymentId: channelId, chatMode }).default({}),
  }),
  z.strictObject({
    type: z.literal('VENDORB_DIGITAL_CONNECT'),
    properties: z.strictObject({ touchpointId: channelId, chatMode }).default({}),
  }),
]).meta({ id: 'ServiceTypeRouting' })

const lengthIfValid = (duration: string) => {
  try {
    return lengthOf(duration)
  } catch {
    return duration
  }
}

const serviceTypeFields = {
  name: entryName,
  /** The name in other languages. */
  names: z.record(locale, entryName).optional(),
  description: paragraph(limits.message).optional(),
  active: z.boolean().default(true),
  bookableBy: z.enum(['STAFF', 'ANYONE']).default('STAFF'),
  durations: unrepeated(z.array(bookableDuration).min(1).max(10), lengthIfValid),
  queueId: directoryId.optional(),
  requires: requirements.optional(),
  /** Shown only. */
  channel: z.enum(['VIDEO', 'PHONE', 'IN_PERSON']).default('VIDEO'),
  title: line(limits.title).optional(),
  routing: serviceRouting.optional(),
  intake: unrepeated(z.array(intakeQuestion).max(20), ({ id }) => id).default([]),
  perAgentMaxPerDay: z.int().min(1).max(1000).optional(),
  granularity: offerLimits.granularity.optional(),
  alignmentOffset: offerLimits.alignmentOffset.optional(),
  minNotice: offerLimits.minNotice.optional(),
  horizon: offerLimits.horizon.optional(),
  bufferBefore: offerLimits.bufferBefore.optional(),
  bufferAfter: offerLimits.bufferAfter.optional(),
  timezone: timeZone.optional(),
}

/** Body of a PUT of a service type. */
export const serviceTypeRequest = z.strictObject(serviceTypeFields).meta({ id: 'ServiceTypeRequest' })
export type ServiceTypeRequest = z.output<typeof serviceTypeRequest>

/** A kind of appointment that an application offers: durations, buffers, notice, the queue that serves it. */
export const serviceType = z
  .object({ id: z.string(), applicationId: z.string(), ...serviceTypeFields, ...stored })
  .meta({ id: 'ServiceType' })
export type ServiceType = z.output<typeof serviceType>
export const serviceTypePage = page('ServiceTypePage', serviceType)

export const serviceTypesParams = z.object({ applicationId: identifier })
export const serviceTypeParams = z.object({ applicationId: identifier, id: directoryId })
export const serviceTypeQuery = z.object({ ...searchQuery, ...paging(['id', 'name'] as const) })
export type ServiceTypeQuery = z.output<typeof serviceTypeQuery>
