import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import CircuitBreaker from 'opossum'
import { z } from 'zod'
import { problem } from '@appointments/contracts'
import type { Clock, Log, Stoppable } from '@appointments/runtime'
import type { KeySource, TokenHeader } from './key-source.ts'
import type { SignatureAlgorithm } from './signature-algorithm.ts'

const FETCH_LIMIT_MS = 2000
const FRESH_MS = 10 * 60_000
const REFETCH_MS = 30_000
const KEYS_UNAVAILABLE =
  'The keys of the token issuer cannot be fetched at the moment; send the request again later.'

// symmetric keys do not belong in a public key set and are ignored
const jwk = z.looseObject({
  kty: z.enum(['RSA', 'EC']),
  kid: z.string().optional(),
  use: z.string().optional(),
  alg: z.string().optional(),
  crv: z.string().optional(),
})
const keySet = z.object({ keys: z.array(z.unknown()) })

interface PublicKey {
  kid?: string | undefined
  alg?: string | undefined
  fits: readonly SignatureAlgorithm[]
  key: KeyObject
}

interface KeySetDeps {
  url: string
  algorithms: readonly SignatureAlgorithm[]
  clock: Clock
  log: Log
}

/**
 * The public keys of a token issuer (JWK Set, RFC 7517). They are fetched on first use and refreshed every ten minutes;
 * an unknown `kid` triggers another fetch, at most every 30 seconds. Known keys stay in use while the issuer is
 * unavailable.
 */
export function createKeySet({ url, algorithms, clock, log }: KeySetDeps): KeySource & Stoppable {
  let keys: PublicKey[] | undefined
  let triedAt = 0
  let fetching: Promise<void> | undefined

  const breaker = new CircuitBreaker(() => fetchKeys(url), {
    timeout: false,
    volumeThreshold: 5,
    resetTimeout: 5000,
  })
  const refresh = (): Promise<void> => {
    fetching ??= breaker
      .fire()
      .then((fetched) => void (keys = fetched))
      .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'the key set could not be fetched'))
      .finally(() => (fetching = undefined))
    triedAt = clock.now().getTime()
    return fetching
  }

  return {
    algorithms,
    async keysFor(header) {
      const age = clock.now().getTime() - triedAt
      const known = keys ? findKey(keys, header) : []
      if (known.length > 0) {
        if (age >= FRESH_MS) void refresh()
        return known
      }
      if (!keys || fetching || age >= REFETCH_MS) await refresh()
      if (!keys) throw problem('UNAVAILABLE', { detail: KEYS_UNAVAILABLE, retryAfter: 5 })
      return findKey(keys, header)
    },
    stop() {
      breaker.shutdown()
      return Promise.resolve()
    },
  }
}

/** A token without `kid` is accepted only if exactly one key fits. */
function findKey(keys: readonly PublicKey[], { alg, kid }: TokenHeader): KeyObject[] {
  const fitting = keys.filter((one) => one.fits.includes(alg) && (one.alg === undefined || one.alg === alg))
  const found = kid === undefined ? fitting : fitting.filter((one) => one.kid === kid).slice(0, 1)
  return found.length === 1 ? found.map(({ key }) => key) : []
}

async function fetchKeys(url: string): Promise<PublicKey[]> {
  // loaded only if a key set is configured, because it takes a fifth of the gateway's memory
  const { default: axios } = await import('axios')
  const response = await axios.get<unknown>(url, {
    timeout: FETCH_LIMIT_MS,
    signal: AbortSignal.timeout(FETCH_LIMIT_MS),
    maxRedirects: 0,
    maxContentLength: 1_000_000,
  })
  return keySet.parse(response.data).keys.flatMap((candidate) => publicKeyOf(candidate))
}

function publicKeyOf(candidate: unknown): PublicKey[] {
  const parsed = jwk.safeParse(candidate)
  if (!parsed.success) return []
  const { kty, kid, use, alg, crv } = parsed.data
  if (use !== undefined && use !== 'sig') return []
  if (kty === 'EC' && crv !== 'P-256') return []
  try {
    const key = createPublicKey({ key: parsed.data as JsonWebKey, format: 'jwk' })
    return [{ kid, alg, fits: kty === 'RSA' ? ['RS256', 'PS256'] : ['ES256'], key }]
  } catch {
    return []
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
