import { afterReceipt } from '../../domain/send/transition.ts'
import { isFurther, receiptOf } from '../../domain/send/sms-outcome.ts'
import { deliveries, type Claimed } from '../../repositories/send/deliveries.ts'
import type { KeptReceipt } from '../../repositories/send/early-receipts.ts'
import { providerSweeps } from '../../repositories/send/provider-sweeps.ts'
import type { Deps } from '../deps.ts'
import { releaseClaim } from './release-claim.ts'
import { withFault } from './suppression-of-receipt.ts'

/** Minimum time between two sweeps through the account's messages. */
const SWEEP_EVERY_MS = 15_000
/** Maximum number of notifications per sweep. */
const BATCH = 5000

/**
 * Polls the provider for all messages that are due for polling. One replica at a time polls for all replicas. If it
 * crashes, the sweeper recovers the rest.
 * @returns false, because the rest waits for the next turn
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
    await transaction((tx) => releaseClaim(tx, deps, one, transitionOf(deps, one, receipt)))
  }
}

/** The transition after polling a message, with or without a result. */
function transitionOf({ clock, chance }: Deps, { notification }: Claimed, receipt: KeptReceipt | undefined) {
  const moment = { now: clock.now(), chance: chance() }
  // there is no report, or it is older than the known status
  if (!receipt || !isFurther(notification.providerStatus, receipt.status))
    return afterReceipt(notification, { kind: 'no_report' }, moment)
  return withFault(afterReceipt(notification, receiptOf(receipt.status, receipt.errorCode), moment), receipt)
}
