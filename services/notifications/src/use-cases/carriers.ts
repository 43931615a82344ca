import type { Application } from '@appointments/contracts'
import type { Notification } from '../domain/notification.ts'
import type { Outcome } from '../domain/outcomes.ts'
import { testMailOutcome, testTextOutcome } from '../domain/test-outcomes.ts'
import type { Mail } from '../messages/mail.ts'
import { senderFor, type Text } from '../messages/text.ts'
import type { Deps } from './deps.ts'

/** Sender of SMS that go nowhere. */
const TEST_SENDER = 'Test'

type Carry<Message> = (message: Message) => Promise<Outcome>

/** What takes an application's mail: the provider, or test mode in its place; undefined where there is neither. */
export function mailCarrier(
  { channels: { mail } }: Pick<Deps, 'channels'>,
  { notifications }: Application,
  { attemptNo }: Notification,
): Carry<Mail> | undefined {
  if (notifications.testMode) return ({ to }) => Promise.resolve(testMailOutcome(to.address, attemptNo + 1))
  return mail && ((message) => mail.send(message))
}

/** What takes an application's SMS, with their sender; a submission whose outcome is unknown is looked for first. */
export function textCarrier(
  { channels: { texts }, house, possibleDuplicates }: Pick<Deps, 'channels' | 'house' | 'possibleDuplicates'>,
  application: Application,
  { unknownSince }: Notification,
): { sender: string; carry: Carry<Text> } | undefined {
  const sender = senderFor(application, house)
  if (application.notifications.testMode)
    return { sender: sender ?? TEST_SENDER, carry: ({ to }) => Promise.resolve(testTextOutcome(to)) }
  if (!texts || sender === undefined) return undefined
  return {
    sender,
    async carry(text) {
      if (!unknownSince) return texts.send(text)
      const found = await texts.find(text, unknownSince)
      if (!found) possibleDuplicates.count({ channel: 'SMS' })
      return found ?? texts.send(text)
    },
  }
}
