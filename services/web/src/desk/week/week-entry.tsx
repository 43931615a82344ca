import { clockTime } from '../../text/times.ts'
import { pageLocale } from '../../text/words.ts'
import type { Appointment } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { customerNames } from '../people.ts'
import { addressOf } from '../place.ts'
import { standingOf } from '../standing.ts'
import { StandingChip } from '../ui/chip.tsx'
import styles from '../calendar/calendar.module.css'

interface Props {
  desk: Desk
  appointment: Appointment
  now: number
}

/** An appointment in a day: when, with whom, and its status unless it is only booked. */
export function WeekEntry({ desk, appointment, now }: Props) {
  const { id, start, title } = appointment
  const standing = standingOf(appointment, now)
  return (
    <div class={standing === 'waiting' ? `${styles.entry} ${styles.urgent}` : styles.entry}>
      <a href={addressOf('appointments', id)}>
        <time dateTime={start}>{clockTime(Date.parse(start), desk.zone(), pageLocale())}</time>{' '}
        <bdi>{customerNames(appointment)}</bdi>
      </a>
      {title !== undefined && title !== '' && (
        <p>
          <bdi>{title}</bdi>
        </p>
      )}
      {standing !== 'booked' && (
        <p>
          <StandingChip standing={standing} />
        </p>
      )}
    </div>
  )
}
