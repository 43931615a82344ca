import { z } from 'zod'
import { senders } from '@appointments/contracts'
import { listenSettings } from '@appointments/http'
import { environmentName, flag, keyring, milliseconds, rotating } from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'

/** Fields of the configuration of every service that has a database. */
export const serviceSettings = (standardPort: number) => ({
  ...listenSettings(standardPort),
  ...telemetrySettings,
  /** Maximum number of connections of a replica to its database; half of them apply events. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).default(10),
  /**
   * Longest time to open a database connection, and longest time that work without a deadline waits for one. A
   * request waits until shortly before its deadline.
   */
  DATABASE_WAIT_MS: milliseconds.default(1000),
  /** Whether a start applies missing migrations. If off, the service does not start until they are applied. */
  MIGRATE_ON_START: flag.default(true),
  /** URL of the message broker, with the virtual host as its path. */
  RABBITMQ_URL: rotating(z.string()).prefault('amqp://guest:guest@127.0.0.1:5672'),
  /** Shared by gateway and services; every internal key is derived from it. At least 32 bytes. */
  INTERNAL_SECRET: rotating(keyring),
  /** Longest time that a response waits until the subscribers have applied the change. */
  SETTLE_LIMIT_MS: milliseconds.default(1000),
})

/** Fields of the configuration of the services that check the senders of an application. */
export const senderSettings = {
  /** `production` selects stricter defaults. */
  NODE_ENV: environmentName,
  /** Senders that each organization may use, such as `org-1=no-reply@acme.example,+4930123456;*=*@example.com`. */
  SENDERS: senders.optional(),
  /** Sender of e-mails if the application sets none; Message-IDs use its domain. */
  MAIL_FROM: z.email().default('appointments@localhost.localdomain'),
  /** Sender of text messages if the application sets none: a number, a name or an MG sid. */
  SMS_FROM: z.string().optional(),
}

/** The configuration of every service with a database, except the database URL. */
export type ServiceSettings = z.output<z.ZodObject<ReturnType<typeof serviceSettings>>>
