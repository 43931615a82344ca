import { problem, type Unsubscription } from '@appointments/contracts'
import { companyName } from '../../messages/company.ts'
import { applications } from '../../repositories/applications.ts'
import { brands } from '../../repositories/brands.ts'
import { suppressions } from '../../repositories/suppressions.ts'
import type { Subscription } from '../../keys/unsubscribe-tickets.ts'
import type { Deps } from '../deps.ts'

export const addressOf = ({ applicationId, recipient }: Subscription) => ({
  applicationId,
  channel: 'EMAIL' as const,
  recipient,
})

/**
 * The current state of a ticket's subscription; read-only.
 * @throws Problem UNSUBSCRIBE_LINK_NOT_FOUND
 */
export const readUnsubscription =
  ({ pool, installation }: Pick<Deps, 'pool' | 'installation'>) =>
  async (ticket: string): Promise<Unsubscription> => {
    const subscription = installation.unsubscribe.read(ticket)
    if (!subscription) throw problem('UNSUBSCRIBE_LINK_NOT_FOUND')
    const { applicationId, maskedAddress: address } = subscription
    const [application, brand, found] = await Promise.all([
      applications.find(pool, applicationId),
      brands.find(pool, applicationId),
      suppressions.of(pool, addressOf(subscription)),
    ])
    const name = companyName({ application, brand })
    return {
      applicationId,
      ...(name !== '' && { name }),
      ...(address !== undefined && { address }),
      stopped: found.some(({ reason }) => reason === 'UNSUBSCRIBE'),
    }
  }
