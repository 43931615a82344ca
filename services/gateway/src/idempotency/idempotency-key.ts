import type { Request } from 'express'
import { problem } from '@appointments/contracts'

/**
 * The Idempotency-Key of a POST or PUT; undefined where there is none.
 * @throws Problem VALIDATION_FAILED where it is no key
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  if (request.method !== 'POST' && request.method !== 'PUT') return undefined
  const key = request.get('idempotency-key')
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw problem('VALIDATION_FAILED', {
    detail: 'One fault was found',
    errors: [
      {
        header: 'Idempotency-Key',
        code: 'INVALID_FORMAT',
        message: 'must be 1 to 255 visible ASCII characters',
      },
    ],
  })
}
