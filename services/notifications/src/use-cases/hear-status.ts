import type { TextState } from '../channels/channel.ts'
import type { Deps } from './deps.ts'
import { hearReceipt } from './hear-receipt.ts'

/** Takes in what the SMS provider says of a message without being asked. */
export const hearStatus =
  (deps: Deps) =>
  ({
    notificationId,
    state: { to, ...state },
  }: {
    notificationId: string
    state: TextState
  }): Promise<void> =>
    deps.transaction((tx) =>
      hearReceipt(tx, deps, notificationId, { ...state, recipient: deps.fingerprint(to) }),
    )
