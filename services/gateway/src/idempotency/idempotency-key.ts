import type { Request } from 'express'
import { problem, type Operation } from '@appointments/contracts'

/**
 * The Idempotency-Key of a request; undefined if the request has none or the operation does not accept one.
 * @throws Problem VALIDATION_FAILED if the key is invalid
 */
export function idempotencyKeyOf({ takesKey }: Operation, request: Request): string | undefined {
  if (!takesKey) return undefined
  const key = request.get('idempotency-key')
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw problem('VALIDATION_FAILED', {
    errors: [
      {
        header: 'Idempotency-Key',
        code: 'INVALID_FORMAT',
        message: 'must be 1 to 255 visible ASCII characters',
      },
    ],
  })
}
