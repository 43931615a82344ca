import jwt from 'jsonwebtoken'
import { caller, type Caller } from '@appointments/contracts'
import { createBoundedCache, type Keyring, type Secret } from '@appointments/runtime'
import { deriveKeys, verifyWithAny } from './keys.ts'

/** The header that carries the caller from the gateway to a service. */
export const CALLER_HEADER = 'x-internal-caller'
const LIFETIME_S = 60
const AUDIENCE = 'services'
const REMEMBERED = 1000

/** Signs and reads the short-lived tokens by which the gateway identifies the caller to services. */
export function internalTokens(internalSecret: string | Secret<Keyring>) {
  const keys = deriveKeys(internalSecret, 'internal')
  // the gateway reuses a caller's token for some seconds, so one verification is enough
  const seen = createBoundedCache<Caller>(REMEMBERED)
  return {
    sign: (who: Caller): string =>
      jwt.sign({ caller: who }, keys()[0], { algorithm: 'HS256', expiresIn: LIFETIME_S, audience: AUDIENCE }),

    /** The caller, or undefined if the token is not from the gateway. */
    read(token: string): Caller | undefined {
      const known = seen.get(token, Date.now())
      if (known) return known
      try {
        const payload = verifyWithAny(token, keys(), {
          algorithms: ['HS256'],
          audience: AUDIENCE,
          clockTolerance: 30,
        })
        if (typeof payload !== 'object' || payload.exp === undefined) return undefined
        const found = caller.parse(payload.caller)
        seen.set(token, found, payload.exp * 1000)
        return found
      } catch {
        return undefined
      }
    },
  }
}
export type InternalTokens = ReturnType<typeof internalTokens>
