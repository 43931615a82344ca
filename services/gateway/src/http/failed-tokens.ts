import type { ErrorRequestHandler } from 'express'
import { Problem } from '@appointments/contracts'
import { addressOf } from '../limits/asker.ts'
import type { RateLimit } from '../limits/rate-limits.ts'

/** Counts credentials that are not valid by the address they come from; too many are refused as such. */
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
      (refusal: unknown) => next(refusal),
    )
  }
