import { z } from 'zod'
import { isWebOrigin, readOrganization } from '@appointments/contracts'
import { listenSettings } from '@appointments/http'
import {
  environmentName,
  evenIfFaulty,
  flag,
  keyring,
  type Log,
  milliseconds,
  readConfig,
  rejectedInProduction,
  rotating,
} from '@appointments/runtime'
import { telemetrySettings } from '@appointments/telemetry'
import type { BasicClient } from './authentication/basic-client.ts'
import { parsePointer } from './authentication/json-pointer.ts'
import { ASYMMETRIC } from './authentication/signature-algorithm.ts'
import { asymmetricSigningKeys } from './authentication/signing-key.ts'

const serviceUrl = z.url({ protocol: /^http$/ })
const algorithms = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(z.enum(['HS256', ...ASYMMETRIC])).min(1))

/** Entries `organization=id:secret`, separated by commas; everything after the first colon is the secret. */
const clients = z.string().transform((text, context) =>
  text.split(',').map((entry): BasicClient => {
    const [, name, id = '', secret = ''] = /^(?:([^:=]*)=)?([^:]*):(.*)$/s.exec(entry.trim()) ?? []
    const organizationId = name === undefined ? undefined : readOrganization(name)
    if (id === '' || secret.length < 16 || (name !== undefined && organizationId === undefined))
      context.addIssue({
        code: 'custom',
        message: 'needs entries such as org-1=id:secret, each secret of 16 characters or more',
      })
    return { id, secret, ...(organizationId !== undefined && { organizationId }) }
  }),
)

/** A JSON pointer to a claim of a token. */
const claim = z.string().transform((text, context) => {
  const pointer = parsePointer(text)
  if (pointer) return pointer
  context.addIssue({ code: 'custom', message: 'needs a JSON pointer such as /realm_access/roles' })
  return z.NEVER
})

/** Origins as browsers send them, separated by commas; `*` means every origin. */
const origins = z.string().transform((text, context): '*' | string[] => {
  const given = text.split(',').map((one) => one.trim())
  if (given.includes('*')) return '*'
  for (const one of given)
    if (!isWebOrigin(one))
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
    context.addIssue({ code: 'custom', message: `needs networks such as 10.20.30.0/28; ${one} is not one` })
  return named
})

/** One or more private keys in PEM. */
const signingKeys = z.string().transform((text, context) => {
  try {
    return asymmetricSigningKeys(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'needs private keys in PEM: RSA, or EC on P-256' })
    return z.NEVER
  }
})

/** A text that contains JSON. */
const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'needs JSON' })
    return z.NEVER
  }
})

/** A list of issuers with different names. */
const issuers = json.pipe(
  z
    .array(
      z.strictObject({
        issuer: z.string().min(1),
        jwksUrl: z.url({ protocol: /^https?$/ }).optional(),
        audience: z.string().min(1).optional(),
        organization: z.string().min(1).optional(),
      }),
    )
    .refine((all) => new Set(all.map(({ issuer }) => issuer)).size === all.length, {
      message: 'names an issuer twice',
    }),
)

const tenancy = z.enum(['required', 'optional'])
type Tenancy = z.infer<typeof tenancy>

const tenancyOf = ({ TENANCY, NODE_ENV }: { TENANCY?: Tenancy | undefined; NODE_ENV: string }): Tenancy =>
  TENANCY ?? (NODE_ENV === 'production' ? 'required' : 'optional')

/** Configuration of the gateway; nothing else reads the environment. */
export const config = z
  .object({
    /** `production` selects stricter defaults and rejects settings that are for development only. */
    NODE_ENV: environmentName,
    ...listenSettings(8080),
    ...telemetrySettings,
    /** Base URL of the links sent to customers. */
    PUBLIC_URL: z.url().default('http://localhost:8080'),
    /** URL of the appointments service. */
    APPOINTMENTS_URL: serviceUrl.default('http://127.0.0.1:8081'),
    /** URL of the participants service. */
    PARTICIPANTS_URL: serviceUrl.default('http://127.0.0.1:8082'),
    /** URL of the notifications service. */
    NOTIFICATIONS_URL: serviceUrl.default('http://127.0.0.1:8083'),
    /** URL of the availability service. */
    AVAILABILITY_URL: serviceUrl.default('http://127.0.0.1:8084'),
    /** URL of the web service, which serves the pages. Without it there are none, and the system is an API only. */
    WEB_URL: serviceUrl.optional(),
    /** Key-value store that the gateway's replicas share for one-time passwords, attempts and limits. It must not evict anything (`noeviction`). */
    REDIS_URL: rotating(z.url()).prefault('redis://127.0.0.1:6379'),
    /** Key-value store for cached responses, which may evict any of them; by default the store of `REDIS_URL`. */
    ANSWERS_REDIS_URL: rotating(z.url()).optional(),
    /** Message broker, with the virtual host as its path. */
    RABBITMQ_URL: rotating(z.url()).prefault('amqp://guest:guest@127.0.0.1:5672'),
    /** Secret shared by gateway and services, from which every internal key is derived. At least 32 bytes. */
    INTERNAL_SECRET: rotating(keyring),
    /** Secret of at least 32 bytes that verifies callers' tokens (HS256). */
    JWT_SECRET: rotating(keyring).optional(),
    /** URL of the key set that verifies callers' tokens, instead of a secret. */
    JWT_JWKS_URL: z.url().optional(),
    /** Accepted signature algorithms: HS256 with a secret, asymmetric ones with a key set. */
    JWT_ALGORITHMS: algorithms.optional(),
    /** Required `iss` of tokens; the gateway also sets it in the tokens it issues. */
    JWT_ISSUER: z.string().optional(),
    /** Required `aud` of tokens; the gateway also sets it in the tokens it issues. */
    JWT_AUDIENCE: z.string().optional(),
    /**
     * Further issuers of callers' tokens, as JSON: `[{issuer, jwksUrl, audience, organization}]`. `issuer` is
     * the required `iss`. Without `jwksUrl`, JWT_SECRET verifies the tokens; with `organization`, the
     * issuer's tokens are valid only for that organization. Tokens of other issuers are checked against the
     * variables above.
     */
    JWT_ISSUERS: issuers.optional(),
    /** JSON pointer (RFC 6901) to the claim with the roles, such as `/realm_access/roles`; by default `roles` and `authorities`. */
    JWT_ROLES_CLAIM: claim.optional(),
    /** JSON pointer to the claim with the organization; by default `organizationId` or `organization`. */
    JWT_ORGANIZATION_CLAIM: claim.optional(),
    /** JSON pointer to the claim with the user id; by default `userId`, `user_id` or `sub`. */
    JWT_USER_CLAIM: claim.optional(),
    /** PEM private keys (RSA, or EC on P-256): the first signs customer tokens, all are accepted. By default JWT_SECRET signs. */
    JWT_SIGNING_KEY: rotating(signingKeys).optional(),
    /** Whether callers must belong to an organization; by default `required` in production, otherwise `optional`. */
    TENANCY: tenancy.optional(),
    /**
     * Clients that may book on behalf of customers with HTTP Basic, as `organization=id:secret`, separated by commas:
     * `org-1=crm:secret`. Reserved characters in an organization are percent-encoded. If TENANCY is
     * `required`, entries without `organization=` are ignored; otherwise such a client may book for every application.
     */
    BASIC_CLIENTS: rotating(clients).optional(),
    /** Multiplies the limits per minute, and the hourly limits of one-time passwords except the 25 wrong codes for one destination. */
    RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
    /**
     * Addresses of the proxies in front of the gateway whose X-Forwarded-For is trusted, such as `10.20.30.0/28`,
     * separated by commas; `loopback`, `linklocal` and `uniquelocal` name well-known networks. A client with an address
     * in one of these networks can choose the address that its requests count for.
     */
    TRUSTED_PROXIES: networks.prefault(''),
    /** Origins whose web pages may call the API (CORS) for every application, separated by commas; `*` for every origin. None by default; applications allow further ones in their presentations. */
    CORS_ORIGINS: origins.default([]),
    /** Pause between reads of the origins that applications allow in their presentations. */
    ORIGINS_EVERY_MS: milliseconds.default(30_000),
    /** Deadline of a request, including retries. */
    DEADLINE_MS: milliseconds.default(5000),
    /** Upper bound of the number of requests a replica has in flight to one service, in each of two lanes: reads and writes. The number itself is learned from how long requests take, so it needs no setting, even if replicas are added. Further requests wait for their turn, by organization and caller. */
    UPSTREAM_CONCURRENCY: z.coerce.number().int().positive().default(128),
    /** Serves the message viewer of the notifications service at /dev, without authentication. */
    DEV_VIEWER: flag.default(false),
    /** URL of a token issuer without passwords, served at /dev/issuer on development machines. */
    DEV_ISSUER_URL: serviceUrl.optional(),
  })
  .refine(
    ({ JWT_SECRET, JWT_JWKS_URL, JWT_ISSUERS }) =>
      JWT_SECRET !== undefined || JWT_JWKS_URL !== undefined || (JWT_ISSUERS ?? []).length > 0,
    {
      path: ['JWT_SECRET'],
      message: 'is not set, and neither are JWT_JWKS_URL and JWT_ISSUERS: one of them is required',
      ...evenIfFaulty,
    },
  )
  .refine(
    ({ JWT_SECRET, JWT_JWKS_URL, JWT_SIGNING_KEY, JWT_ISSUERS }) =>
      JWT_SIGNING_KEY !== undefined ||
      (JWT_JWKS_URL === undefined && (JWT_SECRET !== undefined || JWT_ISSUERS === undefined)),
    {
      path: ['JWT_SIGNING_KEY'],
      message:
        'is required to sign customer tokens if JWT_JWKS_URL is set, or JWT_ISSUERS without JWT_SECRET',
      ...evenIfFaulty,
    },
  )
  .refine(
    ({ JWT_SECRET, JWT_ISSUERS = [] }) =>
      JWT_SECRET !== undefined || JWT_ISSUERS.every(({ jwksUrl }) => jwksUrl !== undefined),
    {
      path: ['JWT_ISSUERS'],
      message: 'has an issuer without jwksUrl, which requires JWT_SECRET',
      ...evenIfFaulty,
    },
  )
  .refine(({ JWT_ISSUER, JWT_ISSUERS = [] }) => JWT_ISSUERS.every(({ issuer }) => issuer !== JWT_ISSUER), {
    path: ['JWT_ISSUERS'],
    message:
      'names the issuer in JWT_ISSUER. The tokens of the gateway name it, too, and would be rejected: remove the entry, or set JWT_ISSUER to another name',
  })
  .refine(
    ({ JWT_ALGORITHMS, JWT_JWKS_URL }) =>
      JWT_ALGORITHMS?.every((one) => (one === 'HS256') === (JWT_JWKS_URL === undefined)) ?? true,
    { path: ['JWT_ALGORITHMS'], message: 'HS256 requires JWT_SECRET, the other algorithms JWT_JWKS_URL' },
  )
  .superRefine((given, context) => {
    if (tenancyOf(given) !== 'required') return
    const clients = given.BASIC_CLIENTS?.current() ?? []
    // during a roll-out, older replicas also need an entry without an organization; replicas of this release ignore it
    const belonging = new Set(
      clients.filter(({ organizationId }) => organizationId !== undefined).map(({ id }) => id),
    )
    const ids = clients.map(({ id }) => id).filter((id) => !belonging.has(id))
    const message = `needs an organization for ${ids.join(', ')}, as in org-1=id:secret, because TENANCY is required`
    if (ids.length > 0) context.addIssue({ code: 'custom', path: ['BASIC_CLIENTS'], message })
  })
  .superRefine(rejectedInProduction('DEV_VIEWER', 'DEV_ISSUER_URL'), evenIfFaulty)

/**
 * Reads the gateway's configuration.
 * @throws StartupFault that lists every invalid or missing variable
 */
export function readGatewayConfig(env?: Readonly<Record<string, string | undefined>>, log?: Log) {
  const given = readConfig(config, env, log)
  const keySet = given.JWT_JWKS_URL !== undefined
  return {
    ...given,
    JWT_ALGORITHMS: given.JWT_ALGORITHMS ?? (keySet ? [...ASYMMETRIC] : (['HS256'] as const)),
    TENANCY: tenancyOf(given),
  }
}
export type GatewayConfig = ReturnType<typeof readGatewayConfig>
