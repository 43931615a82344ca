import { z } from 'zod'
import { outsideRoutes } from '@appointments/contracts'
import { proofs } from './proofs.ts'

/** The optional mails of an application to an address. */
export interface Subscription {
  applicationId: string
  /** Keyed hash of the address. */
  recipient: string
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
      return publicUrl + outsideRoutes.unsubscribe.path.replace('{ticket}', `${named}.${made.of(named)}`)
    },

    /** The subject of a ticket; undefined if this installation has not made it. */
    read(ticket: string): Subscription | undefined {
      const [named = '', proof = ''] = ticket.split('.')
      if (!made.fits(named, proof)) return undefined
      const [applicationId, recipient] = content.parse(
        JSON.parse(Buffer.from(named, 'base64url').toString('utf8')),
      )
      return { applicationId, recipient }
    },
  }
}
export type UnsubscribeTickets = ReturnType<typeof unsubscribeTickets>
