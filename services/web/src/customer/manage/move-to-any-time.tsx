import { useState } from 'preact/hooks'
import type { Appointment } from '../../api/appointment.ts'
import { serverNow } from '../../api/send.ts'
import { isAtNightIn, moment, zoneNameOf } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import { instantsOf, isSameMinute, knownZone, wallTimeAt, type WallTime } from '../../text/zoned-time.ts'
import styles from '../../ui/parts.module.css'
import { WhichOfTwo } from '../../ui/which-of-two.tsx'
import { spanOf } from '../when.tsx'
import { ChangeForm } from './change-form.tsx'
import type { Changes } from './manage.ts'

const YEARS_AHEAD_MS = 2 * 365.25 * 86_400_000

interface Props {
  appointment: Appointment
  changes: Changes
  onClose: () => void
}

/** Moves the appointment to a time that the customer types, in the zone of the appointment; then asks whether to change it. */
export function MoveToAnyTime({ appointment, changes, onClose }: Props) {
  const zone = knownZone(appointment.timezone)
  const span = spanOf(appointment)
  const [wall, setWall] = useState<WallTime>(() => wallTimeAt(span.start, zone))
  const [asked, setAsked] = useState<number>()
  const instants = instantsOf(wall, zone)
  const [isSecond, setSecond] = useState((instants[1] ?? Infinity) <= span.start)
  const chosen = (isSecond ? instants[1] : undefined) ?? instants[0]

  if (asked !== undefined) {
    const at = (instant: number) => moment(instant, zone, pageLocale())
    return (
      <ChangeForm
        key="question"
        heading={say('move.question', { from: at(span.start), to: at(asked) })}
        look="main"
        submit={say('move.yes')}
        keep={say('move.no')}
        onSubmit={() => changes.move({ start: asked })}
        onClose={() => {
          changes.renew()
          setAsked(undefined)
        }}
      >
        {isAtNightIn(asked, zone) && <p>{say('move.night')}</p>}
        <p class={styles.soft}>{say('move.zone', { zone: zoneNameOf(asked, zone, pageLocale()) })}</p>
      </ChangeForm>
    )
  }
  return (
    <ChangeForm
      key="time"
      heading={say('move.title')}
      look="main"
      submit={say('move.continue')}
      keep={say('move.back')}
      fault={() => faultIn(wall, chosen, span)}
      onInput={changes.renew}
      onSubmit={() => {
        setAsked(chosen)
        return Promise.resolve(undefined)
      }}
      onClose={onClose}
    >
      <TimeFields wall={wall} zone={zone} onChange={setWall} />
      <p id="zone" class={styles.soft}>
        {say('move.zone', { zone: zoneNameOf(span.start, zone, pageLocale(), 'longGeneric') })}
      </p>
      {instants.length > 1 && (
        <WhichOfTwo instants={instants} zone={zone} isSecond={isSecond} onChange={setSecond} />
      )}
    </ChangeForm>
  )
}

function faultIn(wall: WallTime, chosen: number | undefined, { start, end }: { start: number; end: number }) {
  if (wall.date === '' || wall.time === '') return say('fault.incomplete')
  if (chosen === undefined) return say('fault.never')
  if (isSameMinute(chosen, start)) return say('fault.same')
  return chosen + (end - start) <= serverNow() ? say('fault.past') : undefined
}

interface TimeFieldsProps {
  wall: WallTime
  zone: string
  onChange: (wall: WallTime) => void
}

function TimeFields({ wall, zone, onChange }: TimeFieldsProps) {
  return (
    <div class={styles.fields}>
      <div>
        <label class={styles.label} for="date">
          {say('move.date')}
        </label>
        <input
          class={styles.input}
          id="date"
          type="date"
          required
          aria-describedby="zone"
          value={wall.date}
          min={wallTimeAt(serverNow(), zone).date}
          max={wallTimeAt(serverNow() + YEARS_AHEAD_MS, zone).date}
          onInput={(event) => onChange({ ...wall, date: event.currentTarget.value })}
        />
      </div>
      <div>
        <label class={styles.label} for="time">
          {say('move.time')}
        </label>
        <input
          class={styles.input}
          id="time"
          type="time"
          required
          step={300}
          aria-describedby="zone"
          value={wall.time}
          onInput={(event) => onChange({ ...wall, time: event.currentTarget.value })}
        />
      </div>
    </div>
  )
}
