import { waitMs } from '../../domain/send/retries.ts'
import type { Notification } from '../../domain/notification.ts'
import type { Outcome } from '../../domain/send/outcomes.ts'
import { parkedChannels } from '../../repositories/send/parked-channels.ts'
import type { Deps } from '../deps.ts'

/**
 * Parks a channel while the provider rejects the account or the sender: no message is at fault, and all would be
 * rejected. One message is tried from time to time, and the first success opens the channel for all.
 */
export const withParking =
  <Message>(
    { pool, clock, log }: Pick<Deps, 'pool' | 'clock' | 'log'>,
    { channel, applicationId }: Pick<Notification, 'channel' | 'applicationId'>,
    carry: (message: Message) => Promise<Outcome>,
  ) =>
  async (message: Message): Promise<Outcome> => {
    const now = clock.now()
    const after = (tries: number) => new Date(now.getTime() + waitMs(tries))
    const parked = await parkedChannels.find(pool, channel, applicationId)
    for (const one of parked) {
      const isOurTry = await parkedChannels.takeTry(pool, one, { now, nextTryAt: after(one.tries + 1) })
      const rejected = one.applicationId === '' ? 'ACCOUNT' : 'SENDER'
      if (!isOurTry) return { kind: 'unavailable', message: one.reason, rejected }
    }
    const outcome = await carry(message)
    if (outcome.kind !== 'unavailable') {
      if (parked.length === 0) return outcome
      // the provider has responded, so an error must not cause another attempt; the next response opens the channel
      try {
        await parkedChannels.open(pool, channel, applicationId)
        log.info({ channel, applicationId }, 'the provider accepts messages again')
      } catch (error) {
        log.warn({ err: error, channel, applicationId }, 'a parked channel could not be opened')
      }
      return outcome
    }
    if (!outcome.rejected) return outcome
    const isNew = await parkedChannels.park(pool, {
      channel,
      applicationId: outcome.rejected === 'ACCOUNT' ? '' : applicationId,
      reason: outcome.message,
      nextTryAt: after(0),
      now,
    })
    if (isNew)
      log.error(
        { channel, applicationId, rejected: outcome.rejected, reason: outcome.message },
        'the provider rejects the account or the sender; the channel is parked',
      )
    return outcome
  }
