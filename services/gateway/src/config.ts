import { z } from 'zod'
import { listenSettings } from '@appointments/http'
import { flag, keyring, milliseconds, readConfig, rotating, type Log } from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'
import { ASYMMETRIC } from './authentication/signature-algorithm.ts'
import { asymmetricSigningKeys } from './authentication/signing-key.ts'

const serviceUrl = z.url({ protocol: /^http$/ })
const algorithms = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(z.enum(['HS256', ...ASYMMETRIC])).min(1))

/** `id:secret` pairs, separated by commas; what follows the first colon is the secret. */
const clients = z.string().transform((text, context) =>
  text.split(',').map((pair) => {
    const [id = '', ...rest] = pair.trim().split(':')
    if (id === '' || rest.join(':').length < 16)
      context.addIssue({
        code: 'custom',
        message: 'needs id:secret pairs, each secret of 16 characters or more',
      })
    return { id, secret: rest.join(':') }
  }),
)

/** Private keys in PEM, one after another. */
const signingKeys = z.string().transform((text, context) => {
  try {
    return asymmetricSigningKeys(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'needs private keys in PEM: RSA, or EC on P-256' })
    return z.NEVER
  }
})

/** Configuration of the gateway; nothing else reads the environment. */
export const config = z
  .object({
    /** `production` changes defaults to the stricter ones. */
    NODE_ENV: z.string().default('development'),
    ...listenSettings(8080),
    ...telemetrySettings,
    /** Base of the links customers get. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** Where the appointments service is reached. */
    APPOINTMENTS_URL: serviceUrl.default('http://127.0.0.1:8081'),
    /** Where the participants service is reached. */
    PARTICIPANTS_URL: serviceUrl.default('http://127.0.0.1:8082'),
    /** Where the notifications service is reached. */
    NOTIFICATIONS_URL: serviceUrl.default('http://127.0.0.1:8083'),
    /** Key-value store that the replicas of the gateway share. */
    REDIS_URL: rotating(z.url()).prefault('redis://127.0.0.1:6379'),
    /** Message broker, with the virtual host as its path. */
    RABBITMQ_URL: rotating(z.url()).prefault('amqp://guest:guest@127.0.0.1:5672'),
    /** Shared by gateway and services; every internal key is derived from it. At least 32 bytes. */
    INTERNAL_SECRET: rotating(keyring),
    /** Secret of at least 32 bytes that tokens of callers are signed with (HS256). */
    JWT_SECRET: rotating(keyring).optional(),
    /** Key set that tokens of callers are verified with; instead of a secret. */
    JWT_JWKS_URL: z.url().optional(),
    /** Accepted algorithms; HS256 with a secret, the asymmetric ones with a key set. */
    JWT_ALGORITHMS: algorithms.optional(),
    /** `iss` that tokens must have; also that of tokens the gateway makes. */
    JWT_ISSUER: z.string().optional(),
    /** `aud` that tokens must have; also that of tokens the gateway makes. */
    JWT_AUDIENCE: z.string().optional(),
    /** PEM private keys (RSA, or EC on P-256): the first signs customer tokens, all are accepted; JWT_SECRET signs without. */
    JWT_SIGNING_KEY: rotating(signingKeys).optional(),
    /** Whether callers must belong to an organization; `required` in production, else `optional`. */
    TENANCY: z.enum(['required', 'optional']).optional(),
    /** Clients that may book for customers by HTTP Basic, beside the customers themselves. */
    BASIC_CLIENTS: rotating(clients).optional(),
    /** Multiplies every rate limit. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
    /** Proxies in front of the gateway whose X-Forwarded-For is believed. */
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).default(0),
    /** How long a request may take in all. */
    DEADLINE_MS: milliseconds.default(5000),
    /** Most requests of a replica under way to one service; 64 more wait, the rest is answered 503 at once, before the service is swamped. About as many as the service has connections to its database; more where it has replicas. */
    UPSTREAM_CONCURRENCY: z.coerce.number().int().positive().default(12),
    /** Shows the message viewer of the notifications service at /dev, to anyone. */
    DEV_VIEWER: flag.default(false),
  })
  .refine(({ JWT_SECRET, JWT_JWKS_URL }) => JWT_SECRET !== undefined || JWT_JWKS_URL !== undefined, {
    path: ['JWT_SECRET'],
    message: 'JWT_SECRET or JWT_JWKS_URL is needed',
  })
  .refine(
    ({ JWT_JWKS_URL, JWT_SIGNING_KEY }) => JWT_JWKS_URL === undefined || JWT_SIGNING_KEY !== undefined,
    {
      path: ['JWT_SIGNING_KEY'],
      message: 'is needed with JWT_JWKS_URL, to sign the tokens of customers',
    },
  )
  .refine(
    ({ JWT_ALGORITHMS, JWT_JWKS_URL }) =>
      JWT_ALGORITHMS?.every((one) => (one === 'HS256') === (JWT_JWKS_URL === undefined)) ?? true,
    { path: ['JWT_ALGORITHMS'], message: 'HS256 goes with JWT_SECRET, the others with JWT_JWKS_URL' },
  )

/**
 * Reads the gateway's configuration.
 * @throws Error that names every wrong or missing variable
 */
export function readGatewayConfig(env?: Readonly<Record<string, string | undefined>>, log?: Log) {
  const given = readConfig(config, env, log)
  const keySet = given.JWT_JWKS_URL !== undefined
  return {
    ...given,
    JWT_ALGORITHMS: given.JWT_ALGORITHMS ?? (keySet ? [...ASYMMETRIC] : (['HS256'] as const)),
    TENANCY: given.TENANCY ?? (given.NODE_ENV === 'production' ? 'required' : 'optional'),
  }
}
export type GatewayConfig = ReturnType<typeof readGatewayConfig>
