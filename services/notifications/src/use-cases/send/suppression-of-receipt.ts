import type { Transition } from '../../domain/send/transition.ts'
import { receiptOf } from '../../domain/send/sms-outcome.ts'
import type { KeptReceipt } from '../../repositories/send/early-receipts.ts'

/** Adds the suppression that a receipt requires, if any, to a transition. */
export function withFault(transition: Transition, receipt: KeptReceipt): Transition {
  const suppression = suppressionOf(receipt)
  return suppression ? { ...transition, suppression } : transition
}

export function suppressionOf({ status, errorCode, recipient }: KeptReceipt): Transition['suppression'] {
  const said = receiptOf(status, errorCode)
  const reason = said.kind === 'undelivered' ? said.addressFault : undefined
  return reason && { recipient, reason }
}
