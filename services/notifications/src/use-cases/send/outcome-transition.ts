import type { Notification } from '../../domain/notification.ts'
import type { Outcome } from '../../domain/send/outcomes.ts'
import { afterAttempt, type Transition } from '../../domain/send/transition.ts'
import type { Deps } from '../deps.ts'

const moment = ({ clock, chance }: Deps) => ({ now: clock.now(), chance: chance() })

export const afterOutcome = (deps: Deps, notification: Notification, outcome: Outcome) =>
  afterAttempt(notification, outcome, moment(deps))

/** The transition after an attempt at an address, including what it says about the address. */
export function afterAddressedOutcome(
  deps: Deps,
  notification: Notification,
  outcome: Outcome,
  address: string,
): Transition {
  const transition = afterOutcome(deps, notification, outcome)
  const reason = outcome.kind === 'permanent' ? outcome.addressFault : undefined
  return reason
    ? { ...transition, suppression: { recipient: deps.fingerprint(address), reason } }
    : transition
}
