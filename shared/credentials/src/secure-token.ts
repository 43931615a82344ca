import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { wholeEpoch } from '@appointments/appointment'
import { type WholeAppointment } from '@appointments/contracts'
import type { Keyring, Secret } from '@appointments/runtime'
import { deriveKeys, verifyWithAny } from './keys.ts'

const payload = z.object({ sub: z.string(), epoch: z.number().int() })

/** The `secureToken` of v2 responses: names the appointment and its token epoch, and is invalid in another epoch. */
export function secureTokens(internalSecret: string | Secret<Keyring>) {
  const keys = deriveKeys(internalSecret, 'secure-token')
  return {
    // contains no time, so that the same appointment in the same epoch has the same token
    of: (whole: WholeAppointment): string =>
      jwt.sign({ sub: whole.appointment.id, epoch: wholeEpoch(whole) }, keys()[0], {
        algorithm: 'HS256',
        noTimestamp: true,
      }),

    /** The appointment and epoch of the token, or undefined if it is invalid. */
    read(token: string): { appointmentId: string; epoch: number } | undefined {
      try {
        const { sub, epoch } = payload.parse(verifyWithAny(token, keys(), { algorithms: ['HS256'] }))
        return { appointmentId: sub, epoch }
      } catch {
        return undefined
      }
    },
  }
}
export type SecureTokens = ReturnType<typeof secureTokens>
