import { z } from 'zod'
import {
  evenIfFaulty,
  flag,
  milliseconds,
  rejectedInProduction,
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
    /** Customers' links and stored webhook secrets depend on it, so it must never change. At least 32 bytes. */
    DATA_SECRET: secret,
    /** Base URL of customers' links. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** Mail server, such as `smtp://user:password@host:587`. Without it no e-mail is sent. */
    SMTP_URL: rotating(z.url({ protocol: /^smtps?$/ })).optional(),
    /** Maximum number of connections of a replica to the mail server. It begins with 5, and opens more while mails wait and the server accepts them. */
    SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(50).default(40),
    /** Sender name for mail of applications without one; if empty, such mail shows only the address. */
    MAIL_FROM_NAME: z.string().default(''),
    /** Twilio account. Without it no SMS is sent. */
    TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
    /** Auth token of the Twilio account. */
    TWILIO_AUTH_TOKEN: rotating(z.string()).optional(),
    /** Previous auth token of the Twilio account; callbacks signed with it are accepted while it is set. */
    TWILIO_PREVIOUS_AUTH_TOKEN: rotating(z.string()).optional(),
    /** Whether Twilio reports to PUBLIC_URL; by default it does if PUBLIC_URL is https and reachable from outside. */
    TWILIO_STATUS_CALLBACKS: flag.optional(),
    /** Host that replaces `https://api.twilio.com`. */
    TWILIO_BASE_URL: z.url().optional(),
    /** Allows webhooks to loopback and private addresses, and over plain http. */
    WEBHOOK_ALLOW_PRIVATE: flag.default(false),
    /** Pause between two runs that compute the statistics of days with changes. */
    FIGURES_EVERY_MS: milliseconds.default(60_000),
    /** Ed25519 key that signs webhooks, as `whsk_` and base64; derived from DATA_SECRET if not set. */
    WEBHOOK_SIGNING_KEY: signingKey.optional(),
    /** Previous key: keeps signing and stays published while it is set; `derived` for the derived key. */
    WEBHOOK_PREVIOUS_SIGNING_KEY: signingKey.optional(),
    /**
     * Keeps a copy of every message for the viewer at `/dev/messages`, which also replaces providers that are not
     * configured.
     */
    DEV_VIEWER: flag.default(false),
  })
  .superRefine(requiredInProduction('SENDERS'), evenIfFaulty)
  .superRefine(rejectedInProduction('DEV_VIEWER', 'WEBHOOK_ALLOW_PRIVATE'))
export type Config = z.output<typeof config>
