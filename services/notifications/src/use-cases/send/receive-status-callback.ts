import type { TextState } from '../../channels/channel.ts'
import type { Deps } from '../deps.ts'
import { applyReceipt } from './apply-receipt.ts'

/** Takes in what the SMS provider says of a message without being asked. */
export const receiveStatusCallback =
  (deps: Deps) =>
  async ({ notificationId, state }: { notificationId: string; state: TextState }): Promise<void> => {
    const { to, ...said } = state
    const receipt = { ...said, recipient: deps.fingerprint(to) }
    await deps.transaction((tx) => applyReceipt(tx, deps, notificationId, receipt))
    deps.receipts.count({ source: 'callback' })
  }
