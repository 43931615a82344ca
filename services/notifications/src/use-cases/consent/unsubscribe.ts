import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from './read-unsubscription.ts'

/**
 * Unsubscribes a customer from optional mails, or subscribes the customer again.
 * @returns false if the ticket is not valid
 */
export const unsubscribe =
  ({
    transaction,
    installation,
    newId,
    clock,
  }: Pick<Deps, 'transaction' | 'installation' | 'newId' | 'clock'>) =>
  async (ticket: string, wanted: 'unsubscribe' | 'subscribe'): Promise<boolean> => {
    const subscription = installation.unsubscribe.read(ticket)
    if (!subscription) return false
    const whose = { ...addressOf(subscription), reason: 'UNSUBSCRIBE' as const }
    await transaction(async (tx) => {
      if (wanted === 'subscribe') suppressions.lift(tx, [whose.applicationId], whose)
      else await suppressions.add(tx, { ...whose, id: `sup_${newId()}`, createdAt: clock.now() })
    })
    return true
  }
