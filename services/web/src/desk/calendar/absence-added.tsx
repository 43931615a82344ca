import { wallTimeAt } from '../../text/zoned-time.ts'
import { say } from '../../text/words.ts'
import { addressOf } from '../place.ts'
import styles from '../ui/desk.module.css'

interface Props {
  agentId: string
  /** How many appointments are in the absence. */
  count: number
  from: number
  until: number
  zone: string
}

/** The effect of an absence on the agent's appointments, which stay with the agent. It is also announced. */
export function AbsenceAdded({ agentId, count, from, until, zone }: Props) {
  const period = {
    period: 'between',
    from: wallTimeAt(from, zone).date,
    to: wallTimeAt(until - 1, zone).date,
  }
  return (
    <div class={`${styles.note} ${count > 0 ? styles.warnNote : ''}`}>
      <p>{say('absence.added', { count })}</p>
      {count > 0 && (
        <p>
          <a href={addressOf('appointments', undefined, { agent: agentId, ...period })}>
            {say('absence.show')}
          </a>
        </p>
      )}
    </div>
  )
}
