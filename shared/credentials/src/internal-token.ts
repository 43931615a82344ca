import jwt from 'jsonwebtoken'
import { caller, type Caller } from '@appointments/contracts'
import { deriveKey } from './keys.ts'

/** The header that carries who calls from the gateway to a service. */
export const CALLER_HEADER = 'x-internal-caller'
const LIFETIME_S = 60
const AUDIENCE = 'services'

/** Signs and reads the short-lived tokens by which the gateway tells services who calls. */
export function internalTokens(internalSecret: string) {
  const key = deriveKey(internalSecret, 'internal')
  return {
    sign: (who: Caller): string =>
      jwt.sign({ caller: who }, key, { algorithm: 'HS256', expiresIn: LIFETIME_S, audience: AUDIENCE }),

    /** The caller, or undefined where the token is not one of the gateway's. */
    read(token: string): Caller | undefined {
      try {
        const payload = jwt.verify(token, key, {
          algorithms: ['HS256'],
          audience: AUDIENCE,
          clockTolerance: 30,
        })
        return typeof payload === 'object' ? caller.parse(payload.caller) : undefined
      } catch {
        return undefined
      }
    },
  }
}
export type InternalTokens = ReturnType<typeof internalTokens>
