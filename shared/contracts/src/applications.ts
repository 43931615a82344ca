import { z } from 'zod'
import { notificationTypes } from './notification-types.ts'
import { page, paging } from './shapes.ts'
import {
  agentId,
  appointmentDuration,
  durationText,
  email,
  identifier,
  keptFor,
  line,
  locale,
  mergePatch,
  region,
  timeZone,
  upToADay,
  upToTwoYears,
} from './fields.ts'
import { routingDefaults } from './interactions.ts'

const channels = z.array(z.enum(['EMAIL', 'SMS', 'WEBHOOKS'])).max(3)
const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, like 21:00')
  .meta({ maxLength: 5 })

/** The sender of an SMS: a phone number or a name. */
export const smsSender = z
  .string()
  .regex(
    /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$/,
    'must be a phone number like +4930123456, a sender name of at most 11 letters and digits, or an MG sid',
  )
  .meta({ maxLength: 34 })

/** Limits of sent messages; the defaults apply to an application that sets none. */
const sendLimits = z.strictObject({
  emailPerMinute: z.int().min(1).max(100_000).default(300),
  smsPerSecond: z.number().min(0.1).max(2000).default(1),
  perRecipientPerDay: z.int().min(1).max(1000).default(10),
})
export const defaultSendLimits = sendLimits.parse({})

/** How long sent messages are kept; the defaults apply to an application that sets none. */
const retention = z.strictObject({ history: keptFor.default('P400D'), content: keptFor.default('P30D') })
export const defaultRetention = retention.parse({})

/** A message planned relative to an appointment. */
const schedule = z.strictObject({
  type: z.enum(['ROOM', 'REMINDER', 'FOLLOW_UP']),
  offset: upToTwoYears,
  channels,
  misfire: z.enum(['SEND_IF_RELEVANT', 'SKIP']).optional(),
  minLead: upToTwoYears.optional(),
})

/** Notification settings of an application; unknown keys are rejected. */
export const notificationSettings = z
  .strictObject({
    active: z.boolean().default(false),
    defaultLocale: locale.optional(),
    supportedLocales: z.array(locale).max(50).optional(),
    defaultTimezone: timeZone.optional(),
    from: z
      .strictObject({
        emailAddress: email.optional(),
        emailName: line(100).optional(),
        replyTo: email.optional(),
        smsSender: smsSender.optional(),
      })
      .optional(),
    types: z
      .partialRecord(
        z.enum(notificationTypes),
        z
          .strictObject({
            channels: channels.optional(),
            templateKey: line(100).optional(),
            attachCalendar: z.boolean().optional(),
            bypassQuietHours: z.boolean().optional(),
            fallback: z
              .array(z.enum(['EMAIL', 'SMS']))
              .max(2)
              .optional(),
          })
          .meta({ id: 'NotificationTypeSettings' }),
      )
      .optional(),
    schedules: z.array(schedule).max(20).optional(),
    quietHours: z
      .strictObject({
        enabled: z.boolean().default(false),
        start: clockTime.default('21:00'),
        end: clockTime.default('08:00'),
        zone: z.enum(['APPOINTMENT', 'APPLICATION']).default('APPOINTMENT'),
        channels: channels.default(['SMS']),
        whenDeadline: z.enum(['PULL_FORWARD', 'SEND_ANYWAY', 'SKIP']).default('PULL_FORWARD'),
      })
      .optional(),
    limits: sendLimits.optional(),
    retention: retention.optional(),
    email: z.strictObject({ propagateHeaders: z.array(line(128)).max(32).optional() }).optional(),
    testMode: z.boolean().optional(),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof notificationSettings>

/**
 * Settings of an application (docs/contract/settings.md); a PUT replaces them all, and unknown keys are
 * rejected.
 */
export const applicationSettings = z
  .strictObject({
    restrictAgentsToOwnAppointments: z.boolean().default(true),
    autoActivate: z.boolean().default(false),
    agentReassignmentEnabled: z.boolean().default(false),
    agentAccess: z.enum(['ORGANIZATION', 'ASSIGNED']).default('ORGANIZATION'),
    agentIds: z.array(agentId).max(10_000).optional(),
    defaultOrganizerId: agentId.optional(),
    defaultTimezone: timeZone.optional(),
    defaultLocale: locale.optional(),
    /** Country of phone numbers without a country code. */
    defaultRegion: region.optional(),
    allowPast: z.boolean().default(false),
    overlapPolicy: z.enum(['ALLOW', 'REJECT']).default('ALLOW'),
    customerCancelCutoff: upToTwoYears.optional(),
    noShowGrace: upToTwoYears.default('PT10M'),
    /** How long before the start presence counts towards the outcome. */
    earlyJoin: upToADay.default('PT15M'),
    /** How long the room must be empty before the meeting is complete; PT0S completes it immediately. */
    rejoinGrace: upToADay.default('PT2M'),
    routingDefaults: routingDefaults.default({}),
    /** Fields that a customer who books with a one-time password may set beyond its own details. */
    selfBookingFields: z
      .array(z.enum(['notificationHeaders', 'routing', 'targetAssignment', 'metadata']))
      .max(4)
      .default([]),
    /** Metadata keys of appointments and customers that customers see. */
    customerMetadata: z.array(line(255).min(1)).max(50).default([]),
    /** Whether customers see the notes, in responses and in messages. */
    notesForCustomers: z.boolean().default(false),
    /** Maximum number of guests of a customer who books for itself. */
    selfBookingGuests: z.int().min(0).max(5).default(0),
    /** Durations that a customer may choose; the first one is the default. If absent, any up to PT2H. */
    selfBookingDurations: z.array(appointmentDuration).min(1).max(20).optional(),
    /** One-time passwords that one client may request per hour. */
    otpPerHour: z.int().min(1).max(1_000_000).default(1000),
    notifications: notificationSettings.default({ active: false }),
  })
  .meta({ id: 'ApplicationSettings' })
export type ApplicationSettings = z.output<typeof applicationSettings>

const defaults = applicationSettings.parse({})

/** Body of a PUT: the settings and, optionally, the organization that the application belongs to. */
export const applicationRequest = applicationSettings
  .extend({ organizationId: identifier.optional() })
  .meta({ id: 'ApplicationRequest' })
export type ApplicationRequest = z.output<typeof applicationRequest>

/** An application in responses. */
export const application = applicationSettings
  .extend({ id: z.string(), organizationId: z.string().optional(), version: z.int() })
  .meta({ id: 'Application' })
export type Application = z.output<typeof application>

/** Body of a PATCH. */
export const applicationPatch = mergePatch.meta({ id: 'ApplicationPatch' })
export type ApplicationPatch = z.output<typeof applicationPatch>

export const applicationSortFields = ['id'] as const
export const applicationQuery = z.object(paging(applicationSortFields))
export type ApplicationQuery = z.output<typeof applicationQuery>
export const applicationPage = page('ApplicationPage', application)

/** Drops unknown keys at any depth; the schemas of requests, which it reuses, reject them. */
const withoutUnknownKeys = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    const issues = schema.safeParse(value).error?.issues ?? []
    const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
    if (unknown.length === 0) return value
    const copy = structuredClone(value)
    for (const { path, keys } of unknown) {
      const holder = path.reduce((inner, step) => (inner as Record<PropertyKey, unknown>)[step], copy)
      for (const key of keys) Reflect.deleteProperty(holder as object, key)
    }
    return copy
  }, schema)

/**
 * An application in events: settings that only a newer release knows are dropped, and durations may be longer than
 * requests may make them, because older releases do not limit them.
 */
export const publishedApplication = withoutUnknownKeys(
  z
    .object({
      ...application.shape,
      customerCancelCutoff: durationText.optional(),
      noShowGrace: durationText.default(defaults.noShowGrace),
      notifications: z
        .object({
          ...notificationSettings.shape,
          schedules: z
            .array(schedule.extend({ offset: durationText, minLead: durationText.optional() }))
            .max(20)
            .optional(),
        })
        .default({ active: false })
        .meta({ id: 'NotificationSettings' }),
    })
    .meta({ id: 'Application' }),
)

/**
 * An application as published: without settings at their default. Subscribers fill in the defaults; an older
 * release, which rejects unknown settings, therefore meets a new setting only once it is used.
 */
export const withoutDefaults = (whole: Application): Application =>
  Object.fromEntries(
    Object.entries(whole).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(defaults[name as keyof ApplicationSettings]),
    ),
  ) as Application

/** A stored application, completed with settings that did not exist when it was stored. */
export const withDefaults = (stored: Application): Application => ({ ...defaults, ...stored })

/** An application without configuration: every setting at its default. Its version is always 1. */
export const unconfigured = (id: string, organizationId?: string): Application => ({
  ...defaults,
  id,
  version: 1,
  ...(organizationId !== undefined && { organizationId }),
})

/**
 * Whether an agent may be assigned to appointments of the application: any agent, unless the application
 * lists its agents.
 */
export const agentIsKnown = (application: Pick<Application, 'agentIds'>, id: string): boolean =>
  application.agentIds === undefined || application.agentIds.includes(id)
