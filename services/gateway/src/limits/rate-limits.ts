import type { Request, RequestHandler, Response } from 'express'
import { rateLimit } from 'express-rate-limit'
import { problem } from '@appointments/contracts'
import type { Clock } from '@appointments/runtime'
import type { Metrics } from '@appointments/telemetry'
import type { KeyValue } from '../key-value/key-value.ts'
import { gatewayMetrics } from '../metrics.ts'
import { countingStore } from './counting-store.ts'

const WINDOW_MS = 60_000

/** Requests per minute (docs/contract/requests.md#rate-limits). */
const PER_CALLER = 600
const PER_ADDRESS = 60
/** Reads of slots without a token: a page that shows a calendar reads several times for one visitor. */
const SLOTS_PER_ADDRESS = 120
const HOLDS_PER_ADDRESS = 10
/** Bookings with a one-time password by address, and exchanges of one ticket. */
const PER_CREDENTIAL_CHECK = 10
/** Many customers may share one address, each with a separate ticket. */
const EXCHANGES_PER_ADDRESS = 300
/** Many customers may share one address, and mail programs load images through a few addresses. */
const LOGOS_PER_ADDRESS = 600
/** A provider reports on many messages from few addresses. */
const CALLBACKS_PER_ADDRESS = 1200

/** Counts a request; rejects with RATE_LIMITED when there were too many. */
export type RateLimit = (request: Request, response: Response, countedBy: string) => Promise<void>

/** A limit multiplied by the configured factor; at least one request passes. */
export const scaled = (limit: number, factor: number): number => Math.max(1, Math.round(limit * factor))

/**
 * The rate limits of the gateway. While the store is unavailable, requests pass, except when the limit protects
 * against guessing.
 */
export function createRateLimits({
  keyValue,
  factor,
  clock,
  metrics,
}: {
  keyValue: KeyValue
  factor: number
  clock: Clock
  metrics: Metrics
}) {
  const rejected = metrics.counter(gatewayMetrics.rateLimited)
  const perMinute = (name: string, unscaled: number, whenUnavailable: 'pass' | 'reject'): RateLimit => {
    const limit = scaled(unscaled, factor)
    const store = { keyValue, prefix: `rate:${name}:`, windowMs: WINDOW_MS, limit, clock, whenUnavailable }
    const count = rateLimit({
      windowMs: WINDOW_MS,
      limit,
      standardHeaders: 'draft-6',
      legacyHeaders: false,
      store: countingStore(store),
      keyGenerator: (_request, response) => String(response.locals.countedBy),
      handler: (_request, _response, next) => {
        rejected.count({ limit: name })
        next(problem('RATE_LIMITED'))
      },
      validate: false,
    })
    return (request, response, countedBy) => {
      response.locals.countedBy = countedBy
      return runMiddleware(count, request, response)
    }
  }
  return {
    /** By credentials: a registered client, a customer, or the signed part of another token. */
    perCaller: perMinute('token', PER_CALLER, 'pass'),
    perAddress: perMinute('address', PER_ADDRESS, 'pass'),
    slots: perMinute('slots', SLOTS_PER_ADDRESS, 'pass'),
    holds: perMinute('holds', HOLDS_PER_ADDRESS, 'pass'),
    basic: perMinute('basic', PER_CREDENTIAL_CHECK, 'reject'),
    exchangesOfTicket: perMinute('exchange', PER_CREDENTIAL_CHECK, 'pass'),
    exchangesOfAddress: perMinute('exchange-address', EXCHANGES_PER_ADDRESS, 'pass'),
    failedTokens: perMinute('failed-tokens', PER_ADDRESS, 'pass'),
    unsubscribe: perMinute('unsubscribe', PER_ADDRESS, 'pass'),
    logos: perMinute('logos', LOGOS_PER_ADDRESS, 'pass'),
    callbacks: perMinute('callbacks', CALLBACKS_PER_ADDRESS, 'pass'),
  }
}
export type RateLimits = ReturnType<typeof createRateLimits>

/** Runs a middleware; resolves when it calls `next` without an error. */
const runMiddleware = (middleware: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = (error?: unknown) => {
      if (error === undefined) resolve()
      else reject(error instanceof Error ? error : new Error('a rate limit failed', { cause: error }))
    }
    Promise.resolve(middleware(request, response, next)).catch(reject)
  })
