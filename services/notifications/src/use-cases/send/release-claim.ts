import type { Tx } from '@appointments/postgres'
import type { Transition } from '../../domain/send/transition.ts'
import type { Claimed } from '../../repositories/send/deliveries.ts'
import { earlyReceipts } from '../../repositories/send/early-receipts.ts'
import type { Deps } from '../deps.ts'
import { applyReceipt } from './apply-receipt.ts'
import { recordOutcome } from './record-outcome.ts'

/** Releases a claimed notification with its result, and applies the reports that arrived meanwhile. */
export async function releaseClaim(
  tx: Tx,
  deps: Deps,
  claimed: Claimed,
  transition: Transition,
): Promise<void> {
  const { id, channel } = claimed.notification
  const isOurs = await recordOutcome(tx, deps, claimed, transition)
  if (!isOurs || channel !== 'SMS') return
  for (const receipt of await earlyReceipts.take(tx, id)) await applyReceipt(tx, deps, id, receipt)
}
