import { isOutOfReach } from '@appointments/runtime'
import { fenced } from '../../domain/send/fence.ts'
import { mayGoOver } from '../../domain/plan/matrix.ts'
import type { Notification, Reason } from '../../domain/notification.ts'
import { INTERNAL_ERROR } from '../../domain/send/outcomes.ts'
import { paceOf } from '../../domain/plan/pace.ts'
import { forRecipient } from '../../domain/wording/for-recipient.ts'
import { addressOf, hasUnproved } from '../../domain/plan/recipients.ts'
import { cancelFor, type Transition } from '../../domain/send/transition.ts'
import { deliveries, type Claimed } from '../../repositories/send/deliveries.ts'
import { pacedNotifications } from '../../repositories/plan/paced-notifications.ts'
import { maySendAs, type Deps } from '../deps.ts'
import { releaseClaim } from './release-claim.ts'
import { applySendRules } from './apply-send-rules.ts'
import { findCustomTemplate } from '../wording/custom-template.ts'
import { persistently } from './persistently.ts'
import { countRepetition } from './count-repetition.ts'
import { afterOutcome } from './outcome-transition.ts'
import { gatherInput, type DeliveryInput } from './delivery-input.ts'
import { sendWebhook } from './send-webhook.ts'
import { sendMail } from './send-mail.ts'
import { sendText } from './send-text.ts'

/** Sends a claimed notification, or cancels or defers it, and stores the result. */
export const deliverNotification =
  (deps: Deps) =>
  async (claimed: Claimed): Promise<void> => {
    const { notification } = claimed
    const transition = await attempt(deps, notification)
    // two webhooks may change the health of the same two endpoints, in different orders
    const transaction = notification.channel === 'WEBHOOKS' ? deps.transaction : deps.sharedTransaction
    await persistently(
      () => transaction((tx) => releaseClaim(tx, deps, claimed, transition)),
      deps.queryPausesMs,
    )
    countRepetition(deps, notification, transition)
  }

/**
 * An unexpected error counts as a failed attempt, which is retried until the retries end. If the database cannot be
 * reached, no attempt is counted.
 */
async function attempt(deps: Deps, notification: Notification): Promise<Transition> {
  try {
    return await decide(deps, notification)
  } catch (error) {
    deps.log.error({ err: error, notification: notification.id }, 'a notification could not be sent')
    if (isOutOfReach(error))
      return afterOutcome(deps, notification, {
        kind: 'unavailable',
        message: 'the database is out of reach',
      })
    return afterOutcome(deps, notification, {
      kind: 'transient',
      providerStatus: INTERNAL_ERROR,
      message: 'an unexpected error stopped the attempt',
    })
  }
}

async function decide(deps: Deps, claimed: Notification): Promise<Transition> {
  const input = await persistently(() => gatherInput(deps, claimed), deps.queryPausesMs)
  if (!input) return erasedMeanwhile(deps, claimed)
  const { notification, known, application, brand } = input
  const now = deps.clock.now()
  // a user requested a redelivery, which is sent whatever the state of the appointment
  if (notification.redeliveryAskedAt !== null) return sendWebhook(deps, input)
  const reason =
    fenced(notification, known, now) ?? switchedOff(input) ?? (await overtaken(deps, notification, now))
  if (reason) return cancelFor(notification, reason)
  if (notification.channel === 'WEBHOOKS') return sendWebhook(deps, input)
  const customer = input.contacts.find(({ id }) => id === notification.recipientKey)
  if (!customer) return erasedMeanwhile(deps, notification)
  const address = addressOf(customer, notification.channel)
  if (address === undefined) {
    const isUnproved = hasUnproved(customer, notification.channel)
    return cancelFor(notification, isUnproved ? 'address_unproved' : 'no_address')
  }
  if (!maySendAs(deps, application, notification.channel))
    return cancelFor(notification, 'sender_not_allowed')
  const { serviceTypeId } = known.whole.appointment
  const own = await findCustomTemplate(deps, notification, { application, serviceTypeId })
  const { agentNames } = input
  const shown = forRecipient({ notification, whole: known.whole, customer })
  const source = { ...shown, application, brand, agentNames, own }
  const held = await applySendRules(deps, source, address)
  if (held) return held
  return notification.channel === 'EMAIL' ? sendMail(deps, source, address) : sendText(deps, source, address)
}

/**
 * The appointment or the recipient was erased after the claim. A notification that must still be sent has a sealed
 * source by now, which the next attempt uses; any other was deleted.
 */
const erasedMeanwhile = (deps: Deps, notification: Notification): Transition =>
  afterOutcome(deps, notification, {
    kind: 'unavailable',
    message: 'its data was erased after it was claimed',
  })

/** Checks the current settings, which may have changed since the notification was planned. */
function switchedOff({ notification, known, application }: DeliveryInput): Reason | undefined {
  if (!application.notifications.active || !known.whole.appointment.notificationsActive)
    return 'notifications_off'
  return mayGoOver(application, notification) ? undefined : 'channel_disabled'
}

/** Whether something newer of the same kind is about to be sent, or was sent, to the same recipient. */
async function overtaken({ pool }: Deps, notification: Notification, now: Date): Promise<Reason | undefined> {
  const { type, channel, context } = notification
  // a reminder that a user sends again may follow one that was sent before its planned time
  const isPlanned = type === 'REMINDER' && context.resendOf === undefined
  if (isPlanned && (await deliveries.hasNearerReminder(pool, notification, now))) return 'coalesced'
  // a webhook that was tried is retried until it ends
  const isReplaceable = channel !== 'WEBHOOKS' || notification.attemptNo === 0
  if (isReplaceable && paceOf(type, channel) && (await pacedNotifications.hasNewer(pool, notification)))
    return 'debounced'
  return undefined
}
