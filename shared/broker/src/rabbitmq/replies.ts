import type { Log } from '@appointments/runtime'
import type { AppliedReply } from '../broker.ts'
import { reasonOf } from '../reasons.ts'
import { endChannel, openChannel } from './link.ts'
import type { Link } from './link.ts'
import type { Wire } from './wire.ts'

const REPLY_LIFETIME_MS = 5_000

export const encodeReply = (reply: AppliedReply): Wire => ({
  content: Buffer.from(JSON.stringify(reply)),
  options: { persistent: false, expiration: REPLY_LIFETIME_MS, contentType: 'application/json' },
})

/** Listens on a queue that is exclusive to this connection and is declared again, by the same name, on the next one. */
export const listenForReplies = async (
  link: Link,
  address: string,
  onReply: (reply: AppliedReply) => void,
  log: Log,
): Promise<void> => {
  await link.keep({
    label: 'replies',
    open: openChannel,
    build: async (channel, model) => {
      await channel.assertQueue(address, { exclusive: true, autoDelete: true, durable: false })
      await channel.consume(
        address,
        (raw) => {
          if (raw === null) return void endChannel(model, channel)
          try {
            onReply(JSON.parse(raw.content.toString()) as AppliedReply)
          } catch (error) {
            log.error({ reason: reasonOf(error) }, 'a reply could not be handled')
          }
        },
        { noAck: true },
      )
    },
  })
}
