import { moment } from '../../text/times.ts'
import { pageLocale, say, type PlainKey } from '../../text/words.ts'
import type { Desk } from '../desk.ts'
import { Chip } from '../ui/chip.tsx'
import styles from '../ui/desk.module.css'
import type { Endpoint } from './webhooks-api.ts'

const looks = {
  ACTIVE: { icon: 'check', look: 'good', text: 'webhooks.ACTIVE' },
  FAILING: { icon: 'warn', look: 'bad', text: 'webhooks.FAILING' },
  DISABLED: { icon: 'cross', look: undefined, text: 'webhooks.DISABLED' },
} as const
const reasons = {
  SWITCHED_OFF: 'webhooks.SWITCHED_OFF',
  GONE: 'webhooks.GONE',
  NO_SUCCESS: 'webhooks.NO_SUCCESS',
} as const satisfies Record<string, PlainKey>

/** Whether an endpoint receives webhooks; if it does not, since when and why. */
export function Health({ desk, endpoint }: { desk: Desk; endpoint: Endpoint }) {
  const { state, failingSince, failedAttempts = 0, disabled } = endpoint
  const { icon, look, text } = looks[state]
  const at = (instant: string) => moment(Date.parse(instant), desk.zone(), pageLocale())
  return (
    <div>
      <Chip icon={icon} look={look} text={say(text)} />
      {disabled && (
        <span class={styles.why}>
          {say('webhooks.offSince', { time: at(disabled.at), why: say(reasons[disabled.reason]) })}
        </span>
      )}
      {!disabled && failingSince !== undefined && (
        <span class={styles.why}>
          {say('webhooks.failingSince', { time: at(failingSince), count: failedAttempts })}
        </span>
      )}
    </div>
  )
}
