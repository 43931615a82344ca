import { brandOf } from '../../messages/values.ts'
import { applications } from '../../repositories/applications.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Subscription } from '../../keys/unsubscribe-tickets.ts'
import type { Deps } from '../deps.ts'

/** What the page of a ticket shows. */
export interface Unsubscription {
  brand: string
  isUnsubscribed: boolean
}

const address = ({ applicationId, recipient }: Subscription) => ({
  applicationId,
  channel: 'EMAIL' as const,
  recipient,
})

/** What a ticket is about. Reading changes nothing. Undefined where nobody made the ticket. */
export const readUnsubscription =
  ({ pool, house }: Pick<Deps, 'pool' | 'house'>) =>
  async (ticket: string): Promise<Unsubscription | undefined> => {
    const subscription = house.unsubscribe.read(ticket)
    if (!subscription) return undefined
    const application = await applications.find(pool, subscription.applicationId)
    const found = await suppressions.of(pool, address(subscription))
    return {
      brand: brandOf(application),
      isUnsubscribed: found.some(({ reason }) => reason === 'UNSUBSCRIBE'),
    }
  }

/**
 * Ends the mails a customer can do without, or begins them again.
 * @returns false where nobody made the ticket
 */
export const unsubscribe =
  ({ transaction, house, newId, clock }: Pick<Deps, 'transaction' | 'house' | 'newId' | 'clock'>) =>
  async (ticket: string, wanted: 'unsubscribe' | 'subscribe'): Promise<boolean> => {
    const subscription = house.unsubscribe.read(ticket)
    if (!subscription) return false
    const whose = { ...address(subscription), reason: 'UNSUBSCRIBE' as const }
    await transaction(async (tx) => {
      if (wanted === 'subscribe') suppressions.lift(tx, [whose.applicationId], whose)
      else await suppressions.add(tx, { ...whose, id: `sup_${newId()}`, createdAt: clock.now() })
    })
    return true
  }
