import { afterReceipt } from '../../domain/send/transition.ts'
import { isFurther, receiptOf } from '../../domain/send/sms-outcome.ts'
import { deliveries, type Claimed } from '../../repositories/send/deliveries.ts'
import type { KeptReceipt } from '../../repositories/send/early-receipts.ts'
import { providerSweeps } from '../../repositories/send/provider-sweeps.ts'
import type { Deps } from '../deps.ts'
import { releaseClaim } from './release-claim.ts'
import { withFault } from './suppression-of-receipt.ts'

/** Least time between two lists of the account's messages. */
const SWEEP_EVERY_MS = 15_000
/** Most messages that one list answers for. */
const BATCH = 5000

/**
 * Asks the provider at once about every message whose time to be asked about has come. Whichever replica has the
 * turn does it for all; one that ends in the middle leaves the rest to the sweeper.
 * @returns false: whatever is left waits for the next turn
 */
export const sweepReceipts = (deps: Deps) => async (): Promise<boolean> => {
  const { pool, leases, clock, newId } = deps
  const now = clock.now()
  const nextAt = new Date(now.getTime() + SWEEP_EVERY_MS)
  if (!(await providerSweeps.takeTurn(pool, { provider: 'SMS', now, nextAt }))) return false
  const lease = { leaseUntil: leases.end(), leaseToken: newId() }
  const claimed = await deliveries.claimPolled(pool, { limit: BATCH, now, ...lease })
  await leases.during(claimed, () => askAbout(deps, claimed))
  return false
}

async function askAbout(deps: Deps, claimed: readonly Claimed[]): Promise<void> {
  const { transaction, channels, fingerprint } = deps
  const states = await channels.texts?.ask(
    claimed.map(({ notification: { providerId, submittedAt, updatedAt } }) => ({
      providerId: providerId as string,
      submittedAt: submittedAt ?? updatedAt,
    })),
  )
  const byId = new Map(states?.map((state) => [state.providerId, state]))
  for (const one of claimed) {
    const state = byId.get(one.notification.providerId ?? '')
    if (state) deps.receipts.count({ source: 'sweep' })
    const receipt = state && { ...state, recipient: fingerprint(state.to) }
    await transaction((tx) => releaseClaim(tx, deps, one, settlementOf(deps, one, receipt)))
  }
}

/** What follows from the provider's answer about a message, or from there being none. */
function settlementOf({ clock, chance }: Deps, { notification }: Claimed, receipt: KeptReceipt | undefined) {
  const moment = { now: clock.now(), chance: chance() }
  // no answer, or one that is older than what is known
  if (!receipt || !isFurther(notification.providerStatus, receipt.status))
    return afterReceipt(notification, { kind: 'unanswered' }, moment)
  return withFault(afterReceipt(notification, receiptOf(receipt.status, receipt.errorCode), moment), receipt)
}
