import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { customerGrant, type CustomerGrant } from '@appointments/contracts'
import type { Keyring, Secret } from '@appointments/runtime'
import { deriveKeys, verifyWithAny } from './keys.ts'

export type ManageGrant = Extract<CustomerGrant, { via: 'manage' }>

const payload = z.object({ ticket: z.string(), grant: customerGrant })
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/**
 * The signed context of a manage ticket (claim `customer_manage_token`): the permissions of its holder, their expiry, and
 * the ticket. It is invalid with the hash of another ticket.
 */
export function manageContexts(internalSecret: string | Secret<Keyring>) {
  const keys = deriveKeys(internalSecret, 'manage-context')
  return {
    /** @param ticketHash hash of the manage ticket, from `tickets().hash` */
    sign: (grant: ManageGrant, ticketHash: string, expiresAt: Date): string =>
      jwt.sign({ grant, ticket: ticketHash, exp: seconds(expiresAt) }, keys()[0], {
        algorithm: 'HS256',
        noTimestamp: true,
      }),

    /** The grant, or undefined if the context is invalid, has expired, or belongs to another ticket. */
    read(context: string, ticketHash: string, now: Date): ManageGrant | undefined {
      try {
        const claims = verifyWithAny(context, keys(), {
          algorithms: ['HS256'],
          clockTimestamp: seconds(now),
          clockTolerance: 30,
        })
        const { ticket, grant } = payload.parse(claims)
        return ticket === ticketHash && grant.via === 'manage' ? grant : undefined
      } catch {
        return undefined
      }
    },
  }
}
export type ManageContexts = ReturnType<typeof manageContexts>
