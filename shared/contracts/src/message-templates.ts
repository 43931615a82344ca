import { z } from 'zod'
import { paging, page } from './shapes.ts'
import { onObjects } from './directory-fields.ts'
import { identifier, line, locale, paragraph } from './fields.ts'
import { notificationTypes } from './notification-types.ts'

const dateTime = z.string().meta({ format: 'date-time' })

/** Placeholder names that a text may use, such as `{{title}}`. */
export const templateValues = [
  'brand',
  'name',
  'agent',
  'title',
  'when',
  'whenShort',
  'before',
  'manageLink',
  'roomLink',
  'joinLink',
  'linkNote',
  'userMessage',
] as const

const LANGUAGES = 50

const mailParts = ['subject', 'heading', 'intro'] as const

/** The texts of one language: those of the mail, the SMS, or both. */
const templateWords = z
  .strictObject({
    subject: line(255).min(1).optional(),
    heading: line(255).min(1).optional(),
    intro: paragraph(4000).min(1).optional(),
    sms: paragraph(1000).min(1).optional(),
  })
  .superRefine((words, context) => {
    const missing = mailParts.filter((part) => words[part] === undefined)
    if (missing.length === mailParts.length && words.sms !== undefined) return
    for (const part of missing)
      context.addIssue({
        code: 'custom',
        path: [part],
        message: 'is required: subject, heading and intro go together, and sms is needed without them',
        params: { code: 'TEMPLATE_INCOMPLETE' },
      })
  }, onObjects)
  .meta({ id: 'TemplateWords' })
export type TemplateWords = z.output<typeof templateWords>

const locales = z.record(locale, templateWords)

export const messageTemplateRequest = z
  .strictObject({
    locales: locales.refine(
      (texts) => Object.keys(texts).length >= 1 && Object.keys(texts).length <= LANGUAGES,
      { ...onObjects, message: `must have 1 to ${LANGUAGES} languages` },
    ),
  })
  .meta({ id: 'MessageTemplateRequest' })
export type MessageTemplateRequest = z.output<typeof messageTemplateRequest>

/** A `templateKey` of the settings, with `.` and the id of a service type for the texts of that type. */
const templateKey = identifier.max(100 + 1 + 64)

/** Texts of an application that replace the built-in ones. */
export const messageTemplate = z
  .object({
    applicationId: z.string(),
    key: z.string(),
    version: z.int(),
    contentHash: z.string(),
    locales,
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: 'MessageTemplate' })

export const messageTemplatePage = page('MessageTemplatePage', messageTemplate)
export const messageTemplatesParams = z.object({ applicationId: identifier })
export const messageTemplateParams = z.object({ applicationId: identifier, key: templateKey })
export const messageTemplateQuery = z.object(paging(['createdAt', 'key'] as const))

export const previewRequest = z
  .strictObject({ type: z.enum(notificationTypes), locale: locale.optional() })
  .meta({ id: 'TemplatePreviewRequest' })

/** The texts a message was made from. */
export const usedTemplate = z
  .object({
    key: z.string().optional(),
    version: z.int().optional(),
    locale: z.string(),
    contentHash: z.string(),
  })
  .meta({ id: 'UsedTemplate' })
export type UsedTemplate = z.input<typeof usedTemplate>

export const templatePreview = z
  .object({
    mail: z.object({ template: usedTemplate, subject: z.string(), text: z.string(), html: z.string() }),
    sms: z.object({
      template: usedTemplate,
      body: z.string(),
      encoding: z.enum(['GSM-7', 'UCS-2']),
      segments: z.int(),
    }),
  })
  .meta({ id: 'TemplatePreview' })
