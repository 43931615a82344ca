import { DAY_MS } from '@appointments/contracts'
import { alertMail } from '../../messages/endpoint-alert.ts'
import { endpointHealth } from '../../repositories/webhooks/endpoint-health.ts'
import type { Deps } from '../deps.ts'

/** Pause before a failed alert is sent again; it also keeps other replicas from sending it. */
const AGAIN_MS = 5 * 60_000

/**
 * Sends pending alert mails to the owners of endpoints. An alert is retried until the mail server accepts or
 * rejects it, for a day at most, with the same Message-ID. If its endpoint no longer has an address, it is
 * dropped.
 * @returns true if there may be more to do
 */
export const sendEndpointAlerts =
  ({
    pool,
    channels,
    installation,
    clock,
    log,
  }: Pick<Deps, 'pool' | 'channels' | 'installation' | 'clock' | 'log'>) =>
  async (): Promise<boolean> => {
    if (!channels.mail) return false
    const now = clock.now()
    const waiting = await endpointHealth.takeAlert(pool, now, new Date(now.getTime() + AGAIN_MS))
    if (!waiting) return false
    const { alertEmail } = waiting
    if (alertEmail === null) {
      await endpointHealth.dropAlert(pool, waiting.id)
      return true
    }
    const outcome = await channels.mail.send(alertMail({ ...waiting, alertEmail }, installation))
    const isDone = outcome.kind === 'delivered' || outcome.kind === 'permanent'
    if (outcome.kind !== 'delivered')
      log.warn(
        { endpoint: waiting.alert.endpointId, outcome },
        'an endpoint alert was not accepted by the mail server',
      )
    if (isDone || now.getTime() - waiting.createdAt.getTime() > DAY_MS)
      await endpointHealth.dropAlert(pool, waiting.id)
    return true
  }
