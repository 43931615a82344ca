import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Desk } from '../desk.ts'
import styles from '../ui/desk.module.css'
import type { DeliveryDetail } from './webhooks-api.ts'
import own from './webhooks.module.css'

interface Props {
  desk: Desk
  attempts: DeliveryDetail['attempts']
}

/** Every attempt, with the beginning of the response or, if there was none, the error. */
export function AttemptTable({ desk, attempts }: Props) {
  if (attempts.length === 0) return <p class={styles.soft}>{say('webhooks.noAttempts')}</p>
  const length = new Intl.NumberFormat(pageLocale(), { style: 'unit', unit: 'millisecond' })
  return (
    <div
      class={`${styles.scroll} ${own.attempts}`}
      role="region"
      aria-label={say('webhooks.attempts')}
      tabIndex={0}
    >
      <table class={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say('webhooks.attempt')}</th>
            <th scope="col">{say('list.time')}</th>
            <th scope="col">{say('webhooks.duration')}</th>
            <th scope="col">{say('webhooks.response')}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ attempt, at, status, durationMs, error, response }) => (
            <tr key={attempt}>
              <th scope="row" class={own.number}>
                {attempt}
              </th>
              <td class={styles.when}>{moment(Date.parse(at), desk.zone(), pageLocale())}</td>
              <td class={styles.when}>{length.format(durationMs)}</td>
              <td>
                {status !== undefined && <strong>{status}</strong>} {error}
                {response !== undefined && response !== '' && <code class={own.response}>{response}</code>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
