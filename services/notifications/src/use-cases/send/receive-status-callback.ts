import type { TextState } from '../../domain/send/sms-outcome.ts'
import type { Deps } from '../deps.ts'
import { applyReceipt } from './apply-receipt.ts'

/** Receives a status report pushed by the SMS provider. */
export const receiveStatusCallback =
  (deps: Deps) =>
  async ({ notificationId, state }: { notificationId: string; state: TextState }): Promise<void> => {
    const { to, ...said } = state
    const receipt = { ...said, recipient: deps.fingerprint(to) }
    await deps.transaction((tx) => applyReceipt(tx, deps, notificationId, receipt))
    deps.receipts.count({ source: 'callback' })
  }
