import { useState } from 'preact/hooks'
import { DAY_MS, shortDayName } from '../../text/calendar-dates.ts'
import { clockTime, lengthOf } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Appointment } from '../api/shapes.ts'
import { dayOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { joinRoom, mayJoin } from '../join-room.ts'
import { agentName, customerNames, nameOf, waitingIn } from '../people.ts'
import { addressOf } from '../place.ts'
import { standingOf } from '../standing.ts'
import { StandingChip } from '../ui/chip.tsx'
import { PlaceText } from '../ui/place-text.tsx'
import styles from '../ui/desk.module.css'
import { waitingSince, type WaitingSince } from './groups.ts'

const MINUTE_MS = 60_000

interface Props {
  appointment: Appointment
  since: WaitingSince
  desk: Desk
  now: number
  onFault: (error: unknown) => void
}

export function TodayRow({ appointment, since, desk, now, onFault }: Props) {
  const [isBusy, setBusy] = useState(false)
  const { id, title, start, end, organizer } = appointment
  const zone = desk.zone()
  const standing = standingOf(appointment, now)
  const isLong = Date.parse(end) - Date.parse(start) > DAY_MS
  const timeText = (at: string) => {
    const time = clockTime(Date.parse(at), zone, pageLocale())
    return isLong ? `${shortDayName(dayOf(Date.parse(at), zone), pageLocale())}, ${time}` : time
  }
  const join = async () => {
    setBusy(true)
    onFault(
      await joinRoom(desk, appointment).then(
        () => undefined,
        (error: unknown) => error,
      ),
    )
    setBusy(false)
  }
  return (
    <li class={standing === 'waiting' ? `${styles.row} ${styles.urgent}` : styles.row}>
      <p class={styles.time}>
        <time dateTime={start}>{timeText(start)}</time>
        <span class={styles.until}>{timeText(end)}</span>
      </p>
      <div class={styles.what}>
        <p>
          <a href={addressOf('appointments', id)}>
            <bdi>{customerNames(appointment)}</bdi>
          </a>
        </p>
        <p class={styles.soft}>
          {title !== undefined && title !== '' && <bdi>{title}</bdi>}
          {organizer ? <bdi>{agentName(organizer)}</bdi> : <span>{say('desk.unassigned')}</span>}
          <PlaceText place={appointment.place} />
        </p>
      </div>
      <p class={styles.standing}>
        <StandingChip standing={standing} />
        <Waiting appointment={appointment} since={since} now={now} />
      </p>
      <p class={styles.act}>
        {mayJoin(desk, appointment, now) && (
          <Button
            isBusy={isBusy}
            look={standing === 'waiting' ? 'main' : undefined}
            onClick={() => void join()}
          >
            {say('desk.join')}
            <span class="unseen"> {customerNames(appointment)}</span>
          </Button>
        )}
      </p>
    </li>
  )
}

/** `Ada Lovelace is waiting, 3 min` */
function Waiting({ appointment, since, now }: Pick<Props, 'appointment' | 'since' | 'now'>) {
  const [first] = waitingIn(appointment)
  if (!first) return null
  const began = waitingSince(appointment, since)
  const name = nameOf(first)
  if (began === undefined || now - began < MINUTE_MS)
    return <span class={styles.waiting}>{say('today.waits', { name })}</span>
  const whole = Math.floor((now - began) / MINUTE_MS) * MINUTE_MS
  return (
    <span class={styles.waiting}>
      {say('today.waitsFor', { name, time: lengthOf({ start: 0, end: whole }, pageLocale()) })}
    </span>
  )
}
