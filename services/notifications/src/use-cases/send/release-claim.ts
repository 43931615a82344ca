import type { Tx } from '@appointments/postgres'
import type { Settlement } from '../../domain/send/transition.ts'
import type { Claimed } from '../../repositories/send/deliveries.ts'
import { earlyReceipts } from '../../repositories/send/early-receipts.ts'
import type { Deps } from '../deps.ts'
import { hearReceipt } from './apply-receipt.ts'
import { writeDown } from './record-outcome.ts'

/** Gives back a notification that was held, with what became of it, and hears what its provider said meanwhile. */
export async function giveBack(tx: Tx, deps: Deps, claimed: Claimed, settlement: Settlement): Promise<void> {
  const { id, channel } = claimed.notification
  const isOurs = await writeDown(tx, deps, claimed, settlement)
  if (!isOurs || channel !== 'SMS') return
  for (const receipt of await earlyReceipts.take(tx, id)) await hearReceipt(tx, deps, id, receipt)
}
