import { z } from 'zod'
import {
  evenIfFaulty,
  flag,
  refusedInProduction,
  requiredInProduction,
  rotating,
  secret,
} from '@appointments/runtime'
import { senderSettings, serviceSettings } from '@appointments/foundation'
import { DERIVED_KEY, seedOf } from './keys/webhook-signing-keys.ts'

const signingKey = z
  .string()
  .refine(
    (text) => text === DERIVED_KEY || seedOf(text) !== undefined,
    'must be whsk_ and a base64 Ed25519 key',
  )

/** Configuration of the notifications service; nothing else reads the environment. */
export const config = z
  .object({
    ...serviceSettings(8083),
    ...senderSettings,
    /** The service's own PostgreSQL database. */
    NOTIFICATIONS_DATABASE_URL: rotating(z.string()).prefault(
      'postgres://postgres@127.0.0.1:5432/notifications',
    ),
    /** Customers' links and kept webhook secrets depend on it, so it never changes. At least 32 bytes. */
    DATA_SECRET: secret,
    /** Base of the links customers get. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** Where mail is handed in, such as `smtp://user:password@host:587`. Without it no e-mail is sent. */
    SMTP_URL: rotating(z.url({ protocol: /^smtps?$/ })).optional(),
    /** Name of the sender of mail of applications that name none; without it such mail shows the address only. */
    MAIL_FROM_NAME: z.string().default(''),
    /** Account at Twilio. Without it no SMS is sent. */
    TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
    /** Key of the account at Twilio. */
    TWILIO_AUTH_TOKEN: rotating(z.string()).optional(),
    /** Key of the account before it was changed; what Twilio signed with it is believed while it is set. */
    TWILIO_PREVIOUS_AUTH_TOKEN: rotating(z.string()).optional(),
    /** Whether Twilio is told to report to PUBLIC_URL; by default where that is https and reached from outside. */
    TWILIO_STATUS_CALLBACKS: flag.optional(),
    /** Host that stands in for `https://api.twilio.com`. */
    TWILIO_BASE_URL: z.url().optional(),
    /** Lets webhooks go to loopback and private addresses, and over plain http. */
    WEBHOOK_ALLOW_PRIVATE: flag.default(false),
    /** Ed25519 key webhooks are signed with, as `whsk_` and base64; it follows from DATA_SECRET where none is set. */
    WEBHOOK_SIGNING_KEY: signingKey.optional(),
    /** The key before, which signs along and stays published while it is set; `derived` for the one that follows. */
    WEBHOOK_PREVIOUS_SIGNING_KEY: signingKey.optional(),
    /** Keeps a copy of every message for the viewer at `/dev/messages`, and stands in for providers that are not set. */
    DEV_VIEWER: flag.default(false),
  })
  .superRefine(requiredInProduction('SENDERS'), evenIfFaulty)
  .superRefine(refusedInProduction('DEV_VIEWER', 'WEBHOOK_ALLOW_PRIVATE'))
export type Config = z.output<typeof config>
