import { suppressions } from '../../repositories/suppressions.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from './read-unsubscription.ts'

/**
 * Ends the mails a customer can do without, or begins them again.
 * @returns false where nobody made the ticket
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
