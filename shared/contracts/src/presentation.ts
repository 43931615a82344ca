import { z } from 'zod'
import { availabilitySettings } from './availability-settings.ts'
import { unrepeated } from './directory-fields.ts'
import { email, internationalPhone, line, mergePatch } from './fields.ts'
import { originField, webAddress } from './web-addresses.ts'

/* How an application presents itself to customers (docs/contract/settings.md#presentation). */

const brandFields = {
  /** The company's name on pages and in messages. */
  name: line(100).min(1).optional(),
  /** The address of meetings in person. */
  address: line(300).min(1).optional(),
  accent: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour of six hexadecimal digits, like #0a6e5c')
    .transform((colour) => colour.toLowerCase())
    .meta({
      override: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 },
      examples: ['#0a6e5c'],
    })
    .optional(),
  supportEmail: email.optional(),
  supportPhone: internationalPhone.optional(),
  supportUrl: webAddress.optional(),
  privacyUrl: webAddress.optional(),
  termsUrl: webAddress.optional(),
  imprintUrl: webAddress.optional(),
}

const booking = z.strictObject({
  /** Whether visitors can book on the page of the application. */
  enabled: z.boolean().default(false),
  /** How visitors can get the code that confirms a booking. */
  codeBy: unrepeated(
    z
      .array(z.enum(['EMAIL', 'SMS']))
      .min(1)
      .max(2),
  ).default(['EMAIL', 'SMS']),
})

const fields = {
  brand: z.strictObject(brandFields).default({}),
  booking: booking.default(booking.parse({})),
  /** Origins of web pages that may call the API for this application and show its booking page in a frame. */
  allowedOrigins: unrepeated(z.array(originField).max(20)).default([]),
}

/** Body of a PUT; unknown keys are rejected. */
export const presentationRequest = z.strictObject(fields).meta({ id: 'PresentationRequest' })
export type PresentationRequest = z.output<typeof presentationRequest>

/** Body of a PATCH. */
export const presentationPatch = mergePatch.meta({ id: 'PresentationPatch' })

/** The logo, which its own operations write. */
export const logo = z.object({
  /** Path below the base address of this system. */
  path: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Logo = z.output<typeof logo>

const shown = {
  ...fields,
  brand: z.object({ ...brandFields, logo: logo.optional() }).default({}),
  booking: z.object(booking.shape).default(booking.parse({})),
}

/** The presentation in responses and events. In version 0 none was ever written, so the defaults apply. */
export const presentation = z
  .object({ applicationId: z.string(), version: z.int(), ...shown })
  .meta({ id: 'Presentation' })
export type Presentation = z.output<typeof presentation>

/** How an application looks to customers; nothing is set by default. */
export type Brand = Presentation['brand']

/** The presentation of an application for which none was ever written. */
export const defaultPresentation: PresentationRequest = presentationRequest.parse({})

/** The data of an application that anyone may read. */
export const profile = z
  .object({
    name: z.string().optional(),
    address: z.string().optional(),
    /** Path below the base address of this system. */
    logoUrl: z.string().optional(),
    accent: z.string().optional(),
    supportEmail: z.string().optional(),
    supportPhone: z.string().optional(),
    supportUrl: z.string().optional(),
    privacyUrl: z.string().optional(),
    termsUrl: z.string().optional(),
    imprintUrl: z.string().optional(),
    /** Languages of the application, its default first. */
    locales: z.array(z.string()),
    timezone: z.string(),
    booking: z.object({
      ...booking.shape,
      /** Who may hold a time without a token: the effect of several settings. */
      holds: availabilitySettings.shape.publicHolds,
    }),
  })
  .meta({ id: 'Profile' })
export type Profile = z.output<typeof profile>
