import { MASKED, problem, type Fault } from '@appointments/contracts'
import type { StoredHeaders, WebhookEndpoint } from '../domain/webhooks/webhook-endpoint.ts'
import type { Seal } from './seal.ts'

type WithHeaders = Pick<WebhookEndpoint, 'id' | 'headers'>

/** Binds an encrypted value to its endpoint and header name, so that it cannot be moved to another. */
const boundTo = (endpointId: string, name: string) => `${endpointId} ${name.toLowerCase()}`

/**
 * Headers with encrypted values for storage. A masked value keeps the stored value of the same name.
 * @param isMoved whether the endpoint gets the address of another server, which must not receive stored values
 * @throws Problem VALIDATION_FAILED that names every masked header without a value to keep
 */
export function sealedHeaders(
  seal: Seal,
  { id, headers: stored }: WithHeaders,
  wanted: Readonly<Record<string, string>>,
  isMoved = false,
): StoredHeaders {
  const storedByName = new Map(
    Object.entries(openedHeaders(seal, { id, headers: stored })).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  )
  const faults: Fault[] = []
  const sealed = Object.entries(wanted).map(([name, given]) => {
    const value = given === MASKED ? storedByName.get(name.toLowerCase()) : given
    if (value === undefined) faults.push(faultOf(name, NOTHING_STORED))
    else if (given === MASKED && isMoved) faults.push(faultOf(name, MOVED))
    return [name, { sealed: seal.seal(value ?? '', boundTo(id, name)) }]
  })
  if (faults.length > 0) throw problem('VALIDATION_FAILED', { errors: faults })
  return Object.fromEntries(sealed) as StoredHeaders
}

const NOTHING_STORED = 'must not be masked, because no value is stored for a header of this name'
const MOVED = 'must be given again, because the address of the endpoint changes'

const faultOf = (name: string, message: string): Fault => ({
  pointer: `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  code: 'INVALID_HEADER',
  message,
})

/** The decrypted headers for sending. */
export const openedHeaders = (seal: Seal, { id, headers }: WithHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : seal.open(value.sealed, boundTo(id, name)),
    ]),
  )

/** The headers for display: names and masked values. */
export const maskedHeaders = (headers: StoredHeaders): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, MASKED]))
