import { z } from 'zod'
import { flag, milliseconds, port, readConfig, secret } from '@appointments/runtime'

const ASYMMETRIC = ['RS256', 'ES256', 'PS256'] as const
export type SignatureAlgorithm = 'HS256' | (typeof ASYMMETRIC)[number]

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

const schema = z
  .object({
    NODE_ENV: z.string().default('development'),
    PORT: port.default(8080),
    HOST: z.string().default('127.0.0.1'),
    /** Base of the links customers get. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    APPOINTMENTS_URL: serviceUrl.default('http://127.0.0.1:8081'),
    PARTICIPANTS_URL: serviceUrl.default('http://127.0.0.1:8082'),
    NOTIFICATIONS_URL: serviceUrl.default('http://127.0.0.1:8083'),
    REDIS_URL: z.url().default('redis://127.0.0.1:6379'),
    RABBITMQ_URL: z.url().default('amqp://guest:guest@127.0.0.1:5672'),
    /** Shared by gateway and services; every internal key is derived from it. */
    INTERNAL_SECRET: secret,
    JWT_SECRET: secret.optional(),
    JWT_JWKS_URL: z.url().optional(),
    /** Accepted algorithms; HS256 with a secret, the asymmetric ones with a key set. */
    JWT_ALGORITHMS: algorithms.optional(),
    JWT_ISSUER: z.string().optional(),
    JWT_AUDIENCE: z.string().optional(),
    /** PEM private key (RSA, or EC on P-256) customer tokens are signed with; JWT_SECRET signs them without it. */
    JWT_SIGNING_KEY: z.string().optional(),
    TENANCY: z.enum(['required', 'optional']).optional(),
    /** Clients that may book for customers by HTTP Basic, beside the customers themselves. */
    BASIC_CLIENTS: clients.default([]),
    /** Multiplies every rate limit. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
    /** Proxies in front of the gateway whose X-Forwarded-For is believed. */
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).default(0),
    /** How long a request may take in all. */
    DEADLINE_MS: milliseconds.default(5000),
    /** Most requests under way to one service. */
    UPSTREAM_CONCURRENCY: z.coerce.number().int().positive().default(512),
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
export function readGatewayConfig(env?: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(schema, env)
  const keySet = config.JWT_JWKS_URL !== undefined
  return {
    ...config,
    JWT_ALGORITHMS: config.JWT_ALGORITHMS ?? (keySet ? [...ASYMMETRIC] : (['HS256'] as const)),
    TENANCY: config.TENANCY ?? (config.NODE_ENV === 'production' ? 'required' : 'optional'),
  }
}
export type GatewayConfig = ReturnType<typeof readGatewayConfig>
