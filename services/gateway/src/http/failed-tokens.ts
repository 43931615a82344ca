import type { ErrorRequestHandler } from 'express'
import { Problem } from '@appointments/contracts'
import { addressOf } from '../limits/requester.ts'
import type { RateLimit } from '../limits/rate-limits.ts'

/** Counts invalid credentials by client address; too many are rejected with 429 instead of 401. */
export const failedTokens =
  (limit: RateLimit): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    const isFailure = error instanceof Problem && error.code === 'UNAUTHORIZED'
    if (!isFailure || request.get('authorization') === undefined) {
      next(error)
      return
    }
    limit(request, response, addressOf(request)).then(
      () => next(error),
      (rateLimited: unknown) => next(rateLimited),
    )
  }
