import { z } from 'zod'
import { listenSettings } from '@appointments/http'
import {
  environmentName,
  flag,
  keyring,
  type Log,
  milliseconds,
  readConfig,
  refusedInProduction,
  rotating,
} from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'
import { parsePointer } from './authentication/json-pointer.ts'
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

/** A JSON pointer to a claim of a token. */
const claim = z.string().transform((text, context) => {
  const pointer = parsePointer(text)
  if (pointer) return pointer
  context.addIssue({ code: 'custom', message: 'needs a JSON pointer such as /realm_access/roles' })
  return z.NEVER
})

/** Origins as browsers send them, separated by commas; `*` is every origin. */
const origins = z.string().transform((text, context): '*' | string[] => {
  const given = text.split(',').map((one) => one.trim())
  if (given.includes('*')) return '*'
  for (const one of given)
    if (!URL.canParse(one) || new URL(one).origin !== one)
      context.addIssue({
        code: 'custom',
        message: 'needs * or origins such as https://desk.example.com, separated by commas, without a path',
      })
  return given
})

const network = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  z.cidrv4(),
  z.cidrv6(),
  z.ipv4(),
  z.ipv6(),
])

const networks = z.string().transform((text, context) => {
  const named = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  for (const one of named.filter((each) => !network.safeParse(each).success))
    context.addIssue({ code: 'custom', message: `needs networks such as 10.0.0.0/8, and ${one} is none` })
  return named
})

/** Private keys in PEM, one after another. */
const signingKeys = z.string().transform((text, context) => {
  try {
    return asymmetricSigningKeys(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'needs private keys in PEM: RSA, or EC on P-256' })
    return z.NEVER
  }
})

/** Checks run beside faults of other variables too, so that one line names all faults. */
const always = () => true

/** Configuration of the gateway; nothing else reads the environment. */
export const config = z
  .object({
    /** `production` changes defaults to the stricter ones, and refuses settings that are for development only. */
    NODE_ENV: environmentName,
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
    /** Key-value store that the replicas of the gateway share, for one-time passwords, tries and limits. It must not evict anything (`noeviction`). */
    REDIS_URL: rotating(z.url()).prefault('redis://127.0.0.1:6379'),
    /** Key-value store for fast copies of responses, which may forget any of them; the store of `REDIS_URL` unless it is set. */
    ANSWERS_REDIS_URL: rotating(z.url()).optional(),
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
    /** JSON pointer (RFC 6901) to the claim with the roles, such as `/realm_access/roles`; `roles` and `authorities` are read unless set. */
    JWT_ROLES_CLAIM: claim.optional(),
    /** JSON pointer to the claim with the organization; `organizationId` or `organization` is read unless set. */
    JWT_ORGANIZATION_CLAIM: claim.optional(),
    /** JSON pointer to the claim with the user id; `userId`, `user_id` or `sub` is read unless set. */
    JWT_USER_CLAIM: claim.optional(),
    /** PEM private keys (RSA, or EC on P-256): the first signs customer tokens, all are accepted; JWT_SECRET signs without. */
    JWT_SIGNING_KEY: rotating(signingKeys).optional(),
    /** Whether callers must belong to an organization; `required` in production, else `optional`. */
    TENANCY: z.enum(['required', 'optional']).optional(),
    /** Clients that may book for customers by HTTP Basic, beside the customers themselves. */
    BASIC_CLIENTS: rotating(clients).optional(),
    /** Multiplies every rate limit. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
    /** Networks of the proxies in front of the gateway whose X-Forwarded-For is believed, such as `10.0.0.0/8`, separated by commas; `loopback`, `linklocal` and `uniquelocal` name the usual ones. */
    TRUSTED_PROXIES: networks.prefault(''),
    /** Origins whose web pages may call the API (CORS), separated by commas; `*` for every origin. None unless set. */
    CORS_ORIGINS: origins.default([]),
    /** How long a request may take in all. */
    DEADLINE_MS: milliseconds.default(5000),
    /** Most requests of a replica under way to one service, in each of two lanes: reads and writes. More wait for their turn, by organization and caller, and get 503 if the queue stands for over a second. About as many as the service has connections to its database; more if it has replicas. */
    UPSTREAM_CONCURRENCY: z.coerce.number().int().positive().default(12),
    /** Shows the message viewer of the notifications service at /dev, to anyone. */
    DEV_VIEWER: flag.default(false),
  })
  .refine(({ JWT_SECRET, JWT_JWKS_URL }) => JWT_SECRET !== undefined || JWT_JWKS_URL !== undefined, {
    path: ['JWT_SECRET'],
    message: 'is not set, and neither is JWT_JWKS_URL: one of them is needed',
    when: always,
  })
  .refine(
    ({ JWT_JWKS_URL, JWT_SIGNING_KEY }) => JWT_JWKS_URL === undefined || JWT_SIGNING_KEY !== undefined,
    {
      path: ['JWT_SIGNING_KEY'],
      message: 'is needed with JWT_JWKS_URL, to sign the tokens of customers',
      when: always,
    },
  )
  .refine(
    ({ JWT_ALGORITHMS, JWT_JWKS_URL }) =>
      JWT_ALGORITHMS?.every((one) => (one === 'HS256') === (JWT_JWKS_URL === undefined)) ?? true,
    { path: ['JWT_ALGORITHMS'], message: 'HS256 goes with JWT_SECRET, the others with JWT_JWKS_URL' },
  )
  .superRefine(refusedInProduction('DEV_VIEWER'), { when: always })

/**
 * Reads the gateway's configuration.
 * @throws StartupFault that names every wrong or missing variable
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
