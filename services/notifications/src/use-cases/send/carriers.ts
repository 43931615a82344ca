import type { Application } from '@appointments/contracts'
import type { Notification } from '../../domain/notification.ts'
import type { Outcome } from '../../domain/send/outcomes.ts'
import { testMailOutcome, testTextOutcome } from '../../domain/send/test-outcomes.ts'
import type { Mail } from '../../messages/mail.ts'
import { senderFor, type Text } from '../../messages/text.ts'
import { deliveries } from '../../repositories/send/deliveries.ts'
import type { Deps } from '../deps.ts'
import { withParking } from './with-parking.ts'

/** Sender of SMS in test mode. */
const TEST_SENDER = 'Test'

type Carry<Message> = (message: Message) => Promise<Outcome>

/** How an application's mail is sent: by the provider or by test mode; undefined if there is neither. */
export function mailCarrier(
  deps: Pick<Deps, 'channels' | 'pool' | 'clock' | 'log'>,
  { notifications }: Application,
  notification: Notification,
): Carry<Mail> | undefined {
  const { mail } = deps.channels
  if (notifications.testMode)
    return ({ to }) => Promise.resolve(testMailOutcome(to.address, notification.attemptNo + 1))
  return mail && withParking(deps, notification, (message: Mail) => mail.send(message))
}

/** How an application's SMS are sent, and their sender. After an unknown outcome the provider is searched first. */
export function textCarrier(
  deps: Pick<
    Deps,
    'channels' | 'installation' | 'possibleDuplicates' | 'callbacks' | 'pool' | 'clock' | 'log'
  >,
  application: Application,
  notification: Notification,
): { sender: string; carry: Carry<Text> } | undefined {
  const { channels, installation, possibleDuplicates, callbacks, pool } = deps
  const { texts } = channels
  const { id, unknownSince } = notification
  const sender = senderFor(application, installation)
  if (application.notifications.testMode)
    return { sender: sender ?? TEST_SENDER, carry: ({ to }) => Promise.resolve(testTextOutcome(to)) }
  if (!texts || sender === undefined) return undefined
  const statusCallback = callbacks.urlFor(id)
  const carry: Carry<Text> = async (text) => {
    const submission = { ...text, ...(statusCallback !== undefined && { statusCallback }) }
    if (!unknownSince) return texts.send(submission)
    const findKnown = (ids: readonly string[]) => deliveries.findSubmitted(pool, notification, ids)
    const found = await texts.find(text, unknownSince, findKnown)
    // counts as newly accepted, so that the first poll applies its status as a receipt
    if (found?.kind === 'submitted') return { ...found, providerStatus: 'queued' }
    if (!found) possibleDuplicates.count({ channel: 'SMS' })
    return found ?? texts.send(submission)
  }
  return { sender, carry: withParking(deps, notification, carry) }
}
