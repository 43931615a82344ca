import type { Tx } from '@appointments/postgres'
import type { Notification } from '../../domain/notification.ts'
import { foundAtProvider, afterReceipt, type Step } from '../../domain/send/transition.ts'
import { isFurther, receiptOf } from '../../domain/send/sms-outcome.ts'
import { deliveries } from '../../repositories/send/deliveries.ts'
import { earlyReceipts, type KeptReceipt } from '../../repositories/send/early-receipts.ts'
import type { Deps } from '../deps.ts'
import { suppress } from '../consent/suppress.ts'
import { recordOutcome } from './record-outcome.ts'
import { withFault, suppressionOf } from './suppression-of-receipt.ts'

/**
 * Applies a status report pushed by the provider. Reports may arrive repeatedly, in any order, late, or before the
 * result of the submission is stored; they only ever advance a notification.
 */
export async function applyReceipt(
  tx: Tx,
  deps: Deps,
  notificationId: string,
  receipt: KeptReceipt,
): Promise<void> {
  const found = await deliveries.lock(tx, notificationId)
  // erased, or about an earlier submission
  if (!found || found.spentProviderIds.includes(receipt.providerId)) return
  const { notification, isHeld } = found
  const { id, providerId, attemptNo, status } = notification
  if (isHeld) {
    earlyReceipts.keep(tx, notification, receipt)
    return
  }
  if (providerId !== null && providerId !== receipt.providerId) {
    deps.log.warn({ notification: id }, 'the provider has accepted a message twice')
    return
  }
  if (status !== 'PENDING') return applyLateReceipt(tx, deps, notification, receipt)
  if (providerId === null && attemptNo === 0) return
  if (providerId !== null && !isFurther(notification.providerStatus, receipt.status)) return
  const { leases, clock, newId, chance } = deps
  const now = clock.now()
  // the claim is released before the transaction ends
  const lease = { leaseUntil: leases.end(), leaseToken: newId() }
  const claimed = deliveries.claimLocked(tx, notification, lease)
  const said = receiptOf(receipt.status, receipt.errorCode)
  const moment = { now, chance: chance() }
  const transition =
    providerId === null
      ? foundAtProvider(notification, receipt.providerId, said, moment)
      : afterReceipt(notification, said, moment)
  await recordOutcome(tx, deps, claimed, withFault(transition, receipt))
}

/**
 * A final status never changes. A report that contradicts it is recorded once. If the report says that the address must
 * not be used, the address is suppressed.
 */
async function applyLateReceipt(
  tx: Tx,
  deps: Deps,
  notification: Notification,
  receipt: KeptReceipt,
): Promise<void> {
  const { id, status, attemptNo } = notification
  const said = receiptOf(receipt.status, receipt.errorCode)
  const isContrary =
    (said.kind === 'undelivered' && status === 'DELIVERED') ||
    (said.kind === 'delivered' && status !== 'DELIVERED')
  if (!isContrary || (await deliveries.hasReceipt(tx, id, receipt.status))) return
  const message = 'message' in said ? said.message : undefined
  const step: Step = {
    event: 'receipt',
    status,
    providerStatus: receipt.status,
    ...(message !== undefined && { message }),
    reason: 'after_the_end',
    attempt: attemptNo,
  }
  deliveries.appendSteps(tx, notification, [step], deps.clock.now())
  await suppress(tx, deps, notification, suppressionOf(receipt))
}
