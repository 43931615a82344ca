import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Desk } from '../desk.ts'
import { statusText } from '../messages/message-words.ts'
import { Chip } from '../ui/chip.tsx'
import type { IconName } from '../ui/icon.tsx'
import styles from '../ui/desk.module.css'
import type { Delivery } from './webhooks-api.ts'

const looks: Record<string, { icon: IconName; look?: 'good' | 'bad' }> = {
  DELIVERED: { icon: 'check', look: 'good' },
  FAILED: { icon: 'warn', look: 'bad' },
  CANCELLED: { icon: 'cross' },
}

interface Props {
  desk: Desk
  delivery: Pick<Delivery, 'status' | 'providerStatus' | 'message' | 'nextRetryAt'>
}

/** The outcome of a delivery, the reason, and the time of the next attempt. */
export function DeliveryChip({ desk, delivery: { status, providerStatus, message, nextRetryAt } }: Props) {
  const { icon, look } = looks[status] ?? { icon: 'clock' }
  const why = status === 'DELIVERED' ? [] : [providerStatus, message].filter((one) => one !== undefined)
  return (
    <div>
      <Chip icon={icon} look={look} text={statusText(status)} />
      {why.length > 0 && <span class={styles.why}>{why.join(' · ')}</span>}
      {nextRetryAt !== undefined && (
        <span class={styles.why}>
          {say('webhooks.nextAttempt', { time: moment(Date.parse(nextRetryAt), desk.zone(), pageLocale()) })}
        </span>
      )}
    </div>
  )
}
