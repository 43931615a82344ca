import { z } from 'zod'
import { notificationTypes } from './notification-types.ts'
import { agentId, durationText, email, identifier, keptFor, line, locale, timeZone } from './fields.ts'
import { routingDefaults } from './interactions.ts'

const channels = z.array(z.enum(['EMAIL', 'SMS', 'WEBHOOKS'])).max(3)
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 21:00')

/** How much is sent at most; the defaults hold for an application that says nothing. */
const sendLimits = z.strictObject({
  emailPerMinute: z.int().min(1).max(100_000).default(300),
  smsPerSecond: z.number().min(0.1).max(2000).default(1),
  perRecipientPerDay: z.int().min(1).max(1000).default(10),
})
export const defaultSendLimits = sendLimits.parse({})

/** How long what was sent is kept; the defaults hold for an application that says nothing. */
const retention = z.strictObject({ history: keptFor.default('P400D'), content: keptFor.default('P30D') })
export const defaultRetention = retention.parse({})

/** Notification settings of an application; unknown keys are refused. */
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
        smsSender: z
          .string()
          .regex(
            /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$/,
            'must be an E.164 number, a sender name or an MG sid',
          )
          .optional(),
      })
      .optional(),
    types: z
      .partialRecord(
        z.enum(notificationTypes),
        z.strictObject({
          channels: channels.optional(),
          templateKey: line(100).optional(),
          attachCalendar: z.boolean().optional(),
          bypassQuietHours: z.boolean().optional(),
          fallback: z
            .array(z.enum(['EMAIL', 'SMS']))
            .max(2)
            .optional(),
        }),
      )
      .optional(),
    schedules: z
      .array(
        z.strictObject({
          type: z.enum(['ROOM', 'REMINDER', 'FOLLOW_UP']),
          offset: durationText,
          channels,
          misfire: z.enum(['SEND_IF_RELEVANT', 'SKIP']).optional(),
          minLead: durationText.optional(),
        }),
      )
      .max(20)
      .optional(),
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

/** Settings of an application (decisions, section 6); a PUT replaces them all, and unknown keys are refused. */
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
    allowPast: z.boolean().default(false),
    overlapPolicy: z.enum(['ALLOW', 'REJECT']).default('ALLOW'),
    customerCancelCutoff: durationText.optional(),
    noShowGrace: durationText.default('PT10M'),
    routingDefaults: routingDefaults.default({}),
    /** What a customer who books with a one-time password may set beyond its own details. */
    selfBookingFields: z
      .array(z.enum(['notificationHeaders', 'routing', 'targetAssignment', 'metadata']))
      .max(4)
      .default([]),
    notifications: notificationSettings.default({ active: false }),
  })
  .meta({ id: 'ApplicationSettings' })
export type ApplicationSettings = z.output<typeof applicationSettings>

/** Body of a PUT: settings and, optionally, the organization the application belongs to. */
export const applicationRequest = applicationSettings
  .extend({ organizationId: identifier.optional() })
  .meta({ id: 'ApplicationRequest' })
export type ApplicationRequest = z.output<typeof applicationRequest>

/** An application as answered and as told in events. */
export const application = applicationSettings
  .extend({ id: z.string(), organizationId: z.string().optional(), version: z.int() })
  .meta({ id: 'Application' })
export type Application = z.output<typeof application>

/** The application nobody configured: every setting at its default. Version 1 always means this. */
export const unconfigured = (id: string, organizationId?: string): Application => ({
  ...applicationSettings.parse({}),
  id,
  version: 1,
  ...(organizationId !== undefined && { organizationId }),
})

/** Whether an agent may be given appointments of the application: anyone, unless the application lists its agents. */
export const agentIsKnown = (application: Pick<Application, 'agentIds'>, id: string): boolean =>
  application.agentIds === undefined || application.agentIds.includes(id)
