import { z } from 'zod'
import { directoryId, offerLimits } from './directory-fields.ts'
import { durationText, timeZone, upToTwoYears } from './fields.ts'

/* How an application offers times (docs/contract/availability.md#settings). */

/** What happens to a booking outside the calendar: nothing, a warning in the response, or a rejection. */
export const availabilityPolicies = ['OFF', 'WARN', 'ENFORCE'] as const
export type AvailabilityPolicy = (typeof availabilityPolicies)[number]

/** Values of service types that set none. */
const offerDefaults = z.strictObject({
  granularity: offerLimits.granularity.default('PT15M'),
  alignmentOffset: offerLimits.alignmentOffset.default('PT0S'),
  minNotice: offerLimits.minNotice.default('PT0S'),
  horizon: offerLimits.horizon.default('P90D'),
  bufferBefore: offerLimits.bufferBefore.default('PT0S'),
  bufferAfter: offerLimits.bufferAfter.default('PT0S'),
  /** The zone of the grid; if absent, the default zone of the application, else UTC. */
  timezone: timeZone.optional(),
})

const settingsFields = {
  availabilityPolicy: z.enum(availabilityPolicies).default('OFF'),
  /** Whether the policy also applies to v1, which treats WARN as OFF. */
  appliesToV1: z.boolean().default(false),
  /** Whether slots can be read without a token. */
  publicSlots: z.boolean().default(false),
  /** Who may hold a slot without a token: no caller, callers who verified a one-time password, or any caller. */
  publicHolds: z.enum(['OFF', 'OTP', 'OPEN']).default('OTP'),
  /** Whether the public sees which agents serve a slot, and may choose one. */
  showAgents: z.boolean().default(false),
  /** Roles that may book outside the calendar. */
  overrideRoles: z
    .array(z.enum(['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE']))
    .max(3)
    .default(['ROLE_SUPERVISOR']),
  /** Calendars for agents without one of their own. */
  holidayCalendarIds: z.array(directoryId).max(5).default([]),
  /** How long before the start customers can no longer move an appointment. */
  customerMoveCutoff: upToTwoYears.optional(),
  defaults: offerDefaults.default(offerDefaults.parse({})),
}

/** Body of a PUT; unknown keys are rejected. */
export const availabilitySettingsRequest = z
  .strictObject(settingsFields)
  .meta({ id: 'AvailabilitySettingsRequest' })
export type AvailabilitySettingsRequest = z.output<typeof availabilitySettingsRequest>

/** The settings in responses. In version 0 none were ever written, so the defaults apply. */
export const availabilitySettings = z
  .object({ applicationId: z.string(), version: z.int(), ...settingsFields })
  .meta({ id: 'AvailabilitySettings' })
export type AvailabilitySettings = z.output<typeof availabilitySettings>

/** The settings of an application for which none were ever written. */
export const defaultAvailabilitySettings: AvailabilitySettingsRequest = availabilitySettingsRequest.parse({})

/**
 * The settings in events: fields that only a newer release knows are dropped, and the cut-off may be longer than requests
 * may make it, because older releases do not limit it.
 */
export const publishedAvailabilitySettings = z.object({
  applicationId: z.string(),
  version: z.int(),
  ...settingsFields,
  customerMoveCutoff: durationText.optional(),
  defaults: z.object(offerDefaults.shape).prefault({}),
})
