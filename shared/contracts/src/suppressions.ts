import { z } from 'zod'
import { listOf, page, paging } from './shapes.ts'
import { anyCase } from './enumerations.ts'
import { email, identifier, phone } from './fields.ts'
import { variants } from './variants.ts'

const dateTime = z.string().meta({ format: 'date-time' })

/** Why an application sends nothing, or only some messages, to an address. */
export const suppressionReasons = ['STOP', 'HARD_BOUNCE', 'COMPLAINT', 'UNSUBSCRIBE', 'MANUAL'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

const suppressionChannels = ['EMAIL', 'SMS'] as const
const address = variants('channel', [
  z.strictObject({ channel: z.literal('EMAIL'), address: email }),
  z.strictObject({ channel: z.literal('SMS'), address: phone }),
]).meta({ id: 'SuppressionAddress' })

/** A manual suppression. COMPLAINT means that the recipient reported a message. */
export const suppressionRequest = variants('channel', [
  z.strictObject({
    channel: z.literal('EMAIL'),
    address: email,
    reason: z.enum(['MANUAL', 'COMPLAINT']).default('MANUAL'),
  }),
  z.strictObject({
    channel: z.literal('SMS'),
    address: phone,
    reason: z.enum(['MANUAL', 'COMPLAINT']).default('MANUAL'),
  }),
]).meta({ id: 'SuppressionRequest' })
export type SuppressionRequest = z.output<typeof suppressionRequest>

/** An address in the body, so that it appears in no request log. */
export const suppressionLookUp = address
export type SuppressionLookUp = z.output<typeof suppressionLookUp>

/** A suppressed address. The address itself is not stored, so it cannot be shown. */
export const suppression = z
  .object({
    id: z.string(),
    applicationId: z.string(),
    channel: z.enum(suppressionChannels),
    reason: z.enum(suppressionReasons),
    notificationId: z.string().optional().meta({ description: 'The message that caused the suppression' }),
    createdBy: z.string().optional().meta({ description: 'The user who added the suppression' }),
    createdAt: dateTime,
  })
  .meta({ id: 'Suppression' })
export const suppressionPage = page('SuppressionPage', suppression)
export const suppressionsFound = z.object({ content: z.array(suppression) }).meta({ id: 'SuppressionsFound' })

export const suppressionsParams = z.object({ applicationId: identifier })
export const suppressionParams = z.object({ applicationId: identifier, suppressionId: identifier })
export const suppressionQuery = z.object({
  channel: listOf(anyCase(suppressionChannels)).optional(),
  reason: listOf(anyCase(suppressionReasons)).optional(),
  ...paging(['createdAt'] as const),
})
export type SuppressionQuery = z.output<typeof suppressionQuery>
