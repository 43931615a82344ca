import { brandOf } from '../../messages/values.ts'
import { applications } from '../../repositories/applications.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Subscription } from '../../keys/unsubscribe-tickets.ts'
import type { Deps } from '../deps.ts'

/** Content of a ticket's page. */
export interface Unsubscription {
  brand: string
  isUnsubscribed: boolean
}

export const addressOf = ({ applicationId, recipient }: Subscription) => ({
  applicationId,
  channel: 'EMAIL' as const,
  recipient,
})

/** The current state of a ticket's subscription; read-only. Undefined if the ticket is not valid. */
export const readUnsubscription =
  ({ pool, installation }: Pick<Deps, 'pool' | 'installation'>) =>
  async (ticket: string): Promise<Unsubscription | undefined> => {
    const subscription = installation.unsubscribe.read(ticket)
    if (!subscription) return undefined
    const application = await applications.find(pool, subscription.applicationId)
    const found = await suppressions.of(pool, addressOf(subscription))
    return {
      brand: brandOf(application),
      isUnsubscribed: found.some(({ reason }) => reason === 'UNSUBSCRIBE'),
    }
  }
