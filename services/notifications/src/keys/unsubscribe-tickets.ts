import { z } from 'zod'
import { outsideRoutes } from '@appointments/contracts'
import { maskedAddress } from './masked-address.ts'
import { proofs } from './proofs.ts'

/** The optional mails of an application to an address. */
export interface Subscription {
  applicationId: string
  /** Keyed hash of the address. */
  recipient: string
  /** Absent in tickets of an older release. */
  maskedAddress?: string
}

const content = z.tuple([z.string(), z.string()])

/**
 * Tickets to unsubscribe. A ticket contains its subject and a proof of origin, so none is stored and it is valid
 * for as long as the mail is kept.
 */
export function unsubscribeTickets(
  dataSecret: string,
  publicUrl: string,
  fingerprint: (address: string) => string,
) {
  const made = proofs(dataSecret, 'unsubscribe')
  return {
    linkFor(applicationId: string, address: string): string {
      const named = Buffer.from(JSON.stringify([applicationId, fingerprint(address)])).toString('base64url')
      // older releases read the first two parts only
      const mask = Buffer.from(maskedAddress(address)).toString('base64url')
      const ticket = `${named}.${made.of(named)}.${mask}.${made.of(`${named}.${mask}`)}`
      return publicUrl + outsideRoutes.unsubscribe.path.replace('{ticket}', ticket)
    },

    /** The subject of a ticket; undefined if this installation did not create it. */
    read(ticket: string): Subscription | undefined {
      const [named = '', proof = '', mask, proofOfMask = ''] = ticket.split('.')
      if (!made.fits(named, proof)) return undefined
      if (mask !== undefined && !made.fits(`${named}.${mask}`, proofOfMask)) return undefined
      const [applicationId, recipient] = content.parse(
        JSON.parse(Buffer.from(named, 'base64url').toString('utf8')),
      )
      return {
        applicationId,
        recipient,
        ...(mask !== undefined && { maskedAddress: Buffer.from(mask, 'base64url').toString('utf8') }),
      }
    },
  }
}
export type UnsubscribeTickets = ReturnType<typeof unsubscribeTickets>
