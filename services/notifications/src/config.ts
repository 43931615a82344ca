import { z } from 'zod'
import { flag, milliseconds, port, secret } from '@appointments/runtime'

/** Configuration of the notifications service; nothing else reads the environment. */
export const config = z.object({
  PORT: port.default(8083),
  HOST: z.string().default('127.0.0.1'),
  NOTIFICATIONS_DATABASE_URL: z.string().default('postgres://postgres@127.0.0.1:5432/notifications'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).default(10),
  RABBITMQ_URL: z.string().default('amqp://guest:guest@127.0.0.1:5672'),
  INTERNAL_SECRET: secret,
  /** Base of the links customers get. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  /** Where mail is handed in, such as `smtp://user:password@host:587`. Without it no e-mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of mail of applications that name none; its domain makes the Message-IDs. */
  MAIL_FROM: z.email().default('appointments@localhost.localdomain'),
  MAIL_FROM_NAME: z.string().default('Appointments'),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  /** Host that stands in for `https://api.twilio.com`. */
  TWILIO_BASE_URL: z.url().optional(),
  /** Sender of SMS of applications that name none: a number, a name or an MG sid. */
  SMS_FROM: z.string().optional(),
  /** Lets webhooks go to loopback and private addresses, and over plain http. */
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  /** Keeps a copy of every message for the viewer at `/dev/messages`, and stands in for providers that are not set. */
  DEV_VIEWER: flag.default(false),
  /** Longest wait for the subscribers of a change. */
  SETTLE_LIMIT_MS: milliseconds.default(1000),
})
export type Config = z.output<typeof config>
