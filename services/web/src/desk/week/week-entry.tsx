import type { Appointment } from '../api/shapes.ts'
import { EntryTime } from '../calendar/entry-time.tsx'
import type { Desk } from '../desk.ts'
import { customerNames } from '../people.ts'
import { addressOf } from '../place.ts'
import { standingOf } from '../standing.ts'
import { StandingChip } from '../ui/chip.tsx'
import styles from '../calendar/calendar.module.css'

interface Props {
  desk: Desk
  appointment: Appointment
  day: string
  now: number
}

/** An appointment in a day: when, with whom, and its status unless it is only booked. */
export function WeekEntry({ desk, appointment, day, now }: Props) {
  const { id, title } = appointment
  const standing = standingOf(appointment, now)
  return (
    <div class={standing === 'waiting' ? `${styles.entry} ${styles.urgent}` : styles.entry}>
      <a href={addressOf('appointments', id)}>
        <EntryTime appointment={appointment} day={day} zone={desk.zone()} />{' '}
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
