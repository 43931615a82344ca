import { z } from 'zod'
import { senders } from '@appointments/contracts'
import { listenSettings } from '@appointments/http'
import { environmentName, flag, keyring, milliseconds, rotating } from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'

/** Fields of the configuration of every service that has a database. */
export const serviceSettings = (standardPort: number) => ({
  ...listenSettings(standardPort),
  ...telemetrySettings,
  /** Most connections of a replica to its database; half of them apply events. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).default(10),
  /** Longest wait for a connection to the database; a request that waits longer is answered with 503. */
  DATABASE_WAIT_MS: milliseconds.default(1000),
  /** Whether a start applies the migrations the database lacks; without it the start is refused until they are. */
  MIGRATE_ON_START: flag.default(true),
  /** Message broker, with the virtual host as its path. */
  RABBITMQ_URL: rotating(z.string()).prefault('amqp://guest:guest@127.0.0.1:5672'),
  /** Shared by gateway and services; every internal key is derived from it. At least 32 bytes. */
  INTERNAL_SECRET: rotating(keyring),
  /** Longest wait for the subscribers of a change. */
  SETTLE_LIMIT_MS: milliseconds.default(1000),
})

/** Fields of the configuration of the services that check which senders an application names. */
export const senderSettings = {
  /** `production` changes defaults to the stricter ones. */
  NODE_ENV: environmentName,
  /** Senders that each organization may use, such as `org-1=no-reply@acme.example,+4930123456;*=*@example.com`. */
  SENDERS: senders.optional(),
  /** Sender of mail of applications that name none; its domain makes the Message-IDs. */
  MAIL_FROM: z.email().default('appointments@localhost.localdomain'),
  /** Sender of SMS of applications that name none: a number, a name or an MG sid. */
  SMS_FROM: z.string().optional(),
}

/** What every service with a database is configured with, beside the address of it. */
export type ServiceSettings = z.output<z.ZodObject<ReturnType<typeof serviceSettings>>>
