import { setMaxListeners } from 'node:events'
import { deriveKeys, internalTokens, manageContexts } from '@appointments/credentials'
import { topology } from '@appointments/contracts'
import { listen } from '@appointments/http'
import { createResponseCopies } from '@appointments/idempotency'
import { connectRabbitmq, type Broker } from '@appointments/broker'
import {
  createLog,
  createStopOrder,
  systemClock,
  type Clock,
  type Log,
  type StopOrder,
  type Stoppable,
} from '@appointments/runtime'
import { createCircuitWatch, openTelemetry, type Metrics } from '@appointments/telemetry'
import { createApp } from './app.ts'
import { createAdmission } from './authentication/admission.ts'
import { createCustomerTokens } from './authentication/customer-tokens.ts'
import { createKeySet } from './authentication/key-set.ts'
import { sharedSecret, type KeySource } from './authentication/key-source.ts'
import { ownKeySource, secretSigningKeys } from './authentication/signing-key.ts'
import { ASYMMETRIC, type SignatureAlgorithm } from './authentication/signature-algorithm.ts'
import { createTokenCheck, type Issuer } from './authentication/token-check.ts'
import { createVisitors } from './authentication/visitors.ts'
import { withoutToken } from './authentication/without-token.ts'
import { createEntrance } from './capacity/entrance.ts'
import { watchLanes } from './capacity/watch-lanes.ts'
import type { GatewayConfig } from './config.ts'
import type { RoutedOperation } from './http/bind-routes.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { rejectOverloaded } from './http/overloaded.ts'
import { createErasureIndex } from './idempotency/erasure-index.ts'
import { createInProcessKeyValue } from './key-value/in-process.ts'
import type { KeyValue } from './key-value/key-value.ts'
import { connectRedis } from './key-value/redis.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { exchangeToken } from './operations/exchange-token.ts'
import { lastingOperation } from './operations/lasting-operation.ts'
import { ownOperation } from './operations/own-operation.ts'
import { passThrough } from './operations/pass-through.ts'
import { proxiedOperation } from './operations/proxied-operation.ts'
import { completePhone } from './operations/complete-phone.ts'
import { requestOtp } from './operations/request-otp.ts'
import { resolveTicket } from './operations/resolve-ticket.ts'
import { verifyOtp } from './operations/verify-otp.ts'
import { createAllowedOrigins } from './origins/allowed-origins.ts'
import { framedBy } from './origins/framing.ts'
import { createOriginCheck } from './origins/origin-check.ts'
import { keepRefreshing } from './origins/refreshing.ts'
import { bookWithPassword } from './otp/book-with-password.ts'
import { createGuesses } from './otp/guesses.ts'
import { createOtpAllowances } from './otp/otp-allowances.ts'
import { createPasswords } from './otp/passwords.ts'
import { createSendingLimits } from './otp/sending-limits.ts'
import { createSurvivingCounter } from './otp/surviving-counter.ts'
import { callService } from './proxy/call-service.ts'
import { readsTogether } from './proxy/reads-together.ts'
import { createUpstream, type Upstream } from './proxy/upstream.ts'
import { createOpenStreams } from './streams/open-streams.ts'
import { createStreamUpstream } from './streams/stream-upstream.ts'

const staysOpen = ({ operation: { stream = false, waits = false } }: RoutedOperation) => stream || waits

export interface GatewayOverrides {
  /** Used instead of Redis; its owner closes it. */
  keyValue?: KeyValue
  /** Used instead of the store for cached responses; its owner closes it. */
  copiesKeyValue?: KeyValue
  /** Used instead of RabbitMQ; the gateway closes the broker it returns. */
  connectBroker?: () => Promise<Broker>
  clock?: Clock
  log?: Log
}

/** A running gateway. */
export interface Gateway extends Stoppable {
  /** The address it listens on, such as `http://127.0.0.1:8080`. */
  url: string
}

/**
 * Starts the gateway, even if Redis, RabbitMQ or services are unavailable.
 * @throws Error if the port is in use or a key cannot be read
 */
export async function createGateway(
  config: GatewayConfig,
  overrides: GatewayOverrides = {},
): Promise<Gateway> {
  const { clock = systemClock, log = createLog('gateway') } = overrides
  const { INTERNAL_SECRET, RATE_LIMIT_FACTOR: factor, DEADLINE_MS: deadlineMs } = config
  const { JWT_SIGNING_KEY, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = config
  const order = createStopOrder(log)
  // started first and stopped last, so that startup and shutdown are observable too
  const telemetry = await openTelemetry('gateway', config, log)
  order.onStop('telemetry', () => telemetry.stop())
  const { metrics } = telemetry

  const common: Common = { order, metrics, clock, log }
  const { keyValue, copiesKeyValue } = await connectStores(config, overrides, common)
  const connectBroker =
    overrides.connectBroker ??
    (() => connectRabbitmq({ url: config.RABBITMQ_URL, topology, connectionName: 'gateway', log }))
  const broker = await connectBroker()
  order.onStop('broker', () => broker.close())
  const { upstreams, thirdPartyUpstreams, web, developmentIssuer } = connectUpstreams(config, common)
  const { signingKeys, ...issuers } = issuersOf(config, common)

  const contexts = manageContexts(INTERNAL_SECRET)
  const claimNames = {
    roles: config.JWT_ROLES_CLAIM,
    organization: config.JWT_ORGANIZATION_CLAIM,
    user: config.JWT_USER_CLAIM,
  }
  const visitors = createVisitors({
    check: createTokenCheck({ ...issuers, clock }),
    readManageContext: (context, ticketHash) => contexts.read(context, ticketHash, clock.now()),
    claimNames,
    internalTokens: internalTokens(INTERNAL_SECRET),
    clock,
  })
  // some entries have no organization during a roll-out, or after a change of the Secret, which is not checked
  const basicClients = () =>
    (config.BASIC_CLIENTS?.current() ?? []).filter(
      ({ organizationId }) => organizationId !== undefined || config.TENANCY === 'optional',
    )
  const admission = createAdmission({ visitors, tenancy: config.TENANCY, basicClients })
  const limits = createRateLimits({ keyValue, factor, clock, metrics })
  const erasureIndex = createErasureIndex({ keyValue, log })
  const copiesIndex = createErasureIndex({ keyValue: copiesKeyValue, log })
  const copies = createResponseCopies({
    store: copiesKeyValue,
    secret: INTERNAL_SECRET,
    noteSubject: (appointmentId, key) => copiesIndex.add(appointmentId, key),
    log,
  })
  const counter = createSurvivingCounter(keyValue, createInProcessKeyValue(clock, 10_000))
  const guesses = createGuesses({ counter, factor, metrics })
  const keys = deriveKeys(INTERNAL_SECRET, 'otp')
  const passwords = createPasswords({ keyValue, counter, guesses, keys, clock })
  const call = callService({ upstreams, visitors, deadlineMs })
  const configuredOrigins = config.CORS_ORIGINS
  const origins = createAllowedOrigins({ configured: configuredOrigins, call, log })
  const refreshing = keepRefreshing(origins, config.ORIGINS_EVERY_MS, log)
  order.onStop('allowed origins', () => refreshing.stop())
  const requireOrigin = createOriginCheck(origins, config.PUBLIC_URL)
  const allowanceOf = createOtpAllowances({ call, tenancy: config.TENANCY, clock, log })

  const proxied = proxiedOperation({
    upstreams,
    thirdPartyUpstreams,
    readsTogether: readsTogether(upstreams.appointments),
    admission,
    visitors,
    withoutToken: withoutToken({ visitors, passwords, keys: deriveKeys(INTERNAL_SECRET, 'visitor'), clock }),
    limits,
    requireOrigin,
    book: bookWithPassword({ passwords, erasureIndex, clock, log }),
    basicClients,
    copies,
    eraseStored: async (...removal) => {
      await Promise.all([erasureIndex.erase(...removal), copiesIndex.erase(...removal)])
    },
    deadlineMs,
  })
  const own = ownOperation(
    admission,
    {
      requestOtp: requestOtp({
        // no service keeps these responses, so they need the store that does not evict
        responses: createResponseCopies({
          store: keyValue,
          secret: INTERNAL_SECRET,
          isOwner: true,
          log,
        }),
        passwords,
        sendingLimits: createSendingLimits({ counter, factor, metrics }),
        guesses,
        allowanceOf,
        requireOrigin,
        completePhone: completePhone(call),
        broker,
        clock,
        log,
      }),
      verifyOtp: verifyOtp({ passwords, clock }),
      exchangeToken: exchangeToken({
        admission,
        limits,
        resolve: resolveTicket(call),
        customerToken: createCustomerTokens({ signingKeys, contexts, issuer, audience, claimNames, clock }),
      }),
    },
    deadlineMs,
  )

  const toAppointments = passThrough({ to: upstreams.appointments, deadlineMs })
  const toNotifications = passThrough({ to: upstreams.notifications, deadlineMs })
  let draining = false
  const streamUpstream = createStreamUpstream('appointments (streams)', config.APPOINTMENTS_URL)
  order.onStop('streams', streamUpstream.stop)
  const closing = new AbortController()
  // every stream adds a listener
  setMaxListeners(0, closing.signal)
  const lasting = lastingOperation(
    {
      upstream: streamUpstream,
      admission,
      limits,
      streams: createOpenStreams({ metrics }),
      deadlineMs,
      closing: closing.signal,
      clock,
    },
    proxied,
  )
  const mayCall = (origin: string) => configuredOrigins === '*' || origins.mayCall(origin)
  const app = createApp({
    proxied: (routed) => (staysOpen(routed) ? lasting(routed) : proxied(routed)),
    own,
    publicKeys:
      JWT_SIGNING_KEY &&
      (() =>
        JWT_SIGNING_KEY.current()
          .map(({ publicJwk }) => publicJwk)
          .filter((jwk) => jwk !== undefined)),
    toAppointments,
    toNotifications,
    toViewer: passThrough({ to: upstreams.notifications, deadlineMs, keepsHost: true }),
    showsViewer: config.DEV_VIEWER,
    toIssuer: developmentIssuer && passThrough({ to: developmentIssuer, deadlineMs, keepsCookies: true }),
    toWeb: web && passThrough({ to: web, deadlineMs }),
    toBooking: web && passThrough({ to: web, deadlineMs, adaptHeaders: framedBy(origins) }),
    publicUrl: config.PUBLIC_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    limits,
    crossOrigin: crossOrigin(configuredOrigins === '*', mayCall),
    isDraining: () => draining,
    telemetry,
    clock,
    log,
  })
  const entrance = createEntrance({
    serve: app,
    reject: rejectOverloaded(mayCall),
    deadlineMs,
    watch: watchLanes(metrics, 'gateway')('entrance'),
  })
  const server = await listen(entrance, {
    port: config.PORT,
    host: config.HOST,
    drainDelayMs: config.DRAIN_DELAY_MS,
    onClosing: () => closing.abort(),
  })
  order.onStop('http', () => {
    draining = true
    return server.stop()
  })
  log.info({ port: new URL(server.url).port }, 'the gateway is listening')
  return { url: server.url, stop: () => order.stop() }
}

/** Dependencies that the parts of a gateway share. */
interface Common {
  order: StopOrder
  metrics: Metrics
  clock: Clock
  log: Log
}

/** The store of one-time passwords and limits, and that of cached responses, which may be the same. */
async function connectStores(
  config: GatewayConfig,
  overrides: GatewayOverrides,
  { order, metrics, log }: Common,
): Promise<{ keyValue: KeyValue; copiesKeyValue: KeyValue }> {
  if (overrides.keyValue)
    return { keyValue: overrides.keyValue, copiesKeyValue: overrides.copiesKeyValue ?? overrides.keyValue }
  const keyValue = await connectRedis(config.REDIS_URL, { log, metrics, mustKeepAll: true })
  order.onStop('key-value store', () => keyValue.close())
  if (overrides.copiesKeyValue) return { keyValue, copiesKeyValue: overrides.copiesKeyValue }
  if (!config.ANSWERS_REDIS_URL) return { keyValue, copiesKeyValue: keyValue }
  const copiesKeyValue = await connectRedis(config.ANSWERS_REDIS_URL, { log })
  order.onStop('store of responses', () => copiesKeyValue.close())
  return { keyValue, copiesKeyValue }
}

/** The connections to the services. */
function connectUpstreams(config: GatewayConfig, { order, metrics, log }: Common) {
  const watchCircuit = createCircuitWatch(metrics)
  const upstream = (name: string, url: string): Upstream => {
    const created = createUpstream({
      name,
      url,
      mostInFlight: config.UPSTREAM_CONCURRENCY,
      deadlineMs: config.DEADLINE_MS,
      watchCircuit,
      metrics,
      log,
    })
    order.onStop(`connections to ${name}`, created.stop)
    return created
  }
  return {
    upstreams: {
      appointments: upstream('appointments', config.APPOINTMENTS_URL),
      participants: upstream('participants', config.PARTICIPANTS_URL),
      notifications: upstream('notifications', config.NOTIFICATIONS_URL),
      availability: upstream('availability', config.AVAILABILITY_URL),
    },
    thirdPartyUpstreams: {
      appointments: upstream('appointments (third parties)', config.APPOINTMENTS_URL),
      notifications: upstream('notifications (third parties)', config.NOTIFICATIONS_URL),
    },
    web: config.WEB_URL === undefined ? undefined : upstream('web', config.WEB_URL),
    developmentIssuer:
      config.DEV_ISSUER_URL === undefined ? undefined : upstream('issuer', config.DEV_ISSUER_URL),
  }
}

/**
 * The keys that sign the gateway's own tokens, and the issuers of the tokens it accepts.
 * @throws Error if there is no key to sign with
 */
function issuersOf(
  { JWT_SIGNING_KEY, JWT_SECRET, JWT_JWKS_URL, ...config }: GatewayConfig,
  { order, clock, log }: Common,
) {
  const signingKeys = JWT_SIGNING_KEY?.current ?? (JWT_SECRET && secretSigningKeys(JWT_SECRET))
  if (!signingKeys) throw new Error('no key to sign customer tokens with')
  const keySetAt = (url: string, algorithms: readonly SignatureAlgorithm[]): KeySource => {
    const keySet = createKeySet({ url, algorithms, clock, log })
    order.onStop('key set', keySet.stop)
    return keySet
  }
  const secretSources = JWT_SECRET === undefined ? [] : [sharedSecret(JWT_SECRET)]
  const main: Issuer = {
    sources: [
      ownKeySource(signingKeys),
      ...(JWT_JWKS_URL === undefined ? secretSources : [keySetAt(JWT_JWKS_URL, config.JWT_ALGORITHMS)]),
    ],
    issuer: config.JWT_ISSUER,
    audience: config.JWT_AUDIENCE,
  }
  const others = (config.JWT_ISSUERS ?? []).map(({ jwksUrl, ...required }): Issuer => ({
    ...required,
    sources: jwksUrl === undefined ? secretSources : [keySetAt(jwksUrl, ASYMMETRIC)],
  }))
  return { signingKeys, main, others }
}
