import { hourAndMinute, shortDayName } from '../../text/calendar-dates.ts'
import { clockTime } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Appointment } from '../api/shapes.ts'
import { timesOn, type DayTimes } from '../calendar/agent-times.ts'
import type { AgentTimes } from '../calendar/calendars-api.ts'
import {
  blocksOf,
  gridLines,
  hoursAround,
  partOfDay,
  presentIn,
  within,
  type Block,
  type DayPart,
  type Hours,
} from '../calendar/day-minutes.ts'
import { TimesText } from '../calendar/times-text.tsx'
import { dayOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { WeekEntry } from './week-entry.tsx'
import styles from '../calendar/calendar.module.css'

/** The heading and the words of the days come first. */
const FIRST_ROW = 3

interface Props {
  desk: Desk
  days: readonly string[]
  appointments: readonly Appointment[]
  /** Undefined if the hours are not known. */
  times: AgentTimes | undefined
  now: number
}

interface Column {
  date: string
  times: DayTimes | undefined
  blocks: Block<{ appointment: Appointment; part: DayPart }>[]
}

function columnOf(date: string, { appointments, times, desk }: Props): Column {
  const zone = desk.zone()
  const entries = appointments.flatMap((appointment) => {
    const span = { from: Date.parse(appointment.start), until: Date.parse(appointment.end) }
    const part = partOfDay(date, span, zone)
    return part ? { appointment, part } : []
  })
  return { date, times: times && timesOn(date, times, zone), blocks: blocksOf(entries) }
}

/** Days side by side, each a list in order of time. The rows are quarters of an hour, and grow with their text. */
export function DayGrid(props: Props) {
  const { days, now, desk } = props
  const zone = desk.zone()
  const today = dayOf(now, zone)
  const columns = days.map((date) => columnOf(date, props))
  const hours = hoursAround(columns.flatMap(({ times, blocks }) => [...blocks, ...(times?.open ?? [])]))
  const present = days.includes(today) ? presentIn(hours, now, zone) : undefined
  return (
    <div
      class={styles.grid}
      style={{ '--days': String(days.length), '--rows': String((hours.last - hours.first) * 4) }}
    >
      {Array.from({ length: hours.last - hours.first }, (_, index) => (
        <p
          class={styles.hour}
          key={index}
          aria-hidden="true"
          style={{ gridRow: `${index * 4 + FIRST_ROW} / span 4` }}
        >
          <span>{hourAndMinute((hours.first + index) * 60, pageLocale())}</span>
        </p>
      ))}
      {columns.map((column, index) => (
        <Day
          key={column.date}
          column={column}
          place={index + 2}
          isToday={column.date === today}
          {...{ desk, hours, now }}
        />
      ))}
      {present !== undefined && (
        <p
          class={styles.now}
          style={{
            gridRow: String(Math.floor(present / 15) - hours.first * 4 + FIRST_ROW),
            '--part': `${((present % 15) / 15) * 100}%`,
          }}
        >
          <span>
            <span class="unseen">{say('calendar.now')} </span>
            {clockTime(now, zone, pageLocale())}
          </span>
        </p>
      )}
    </div>
  )
}

interface DayProps {
  desk: Desk
  column: Column
  /** Which column of the grid; the hours are the first. */
  place: number
  isToday: boolean
  hours: Hours
  now: number
}

/** One day: its heading, its hours in words, and its appointments. */
function Day({ desk, column: { date, times, blocks }, place, isToday, hours, now }: DayProps) {
  const id = `day-${date}`
  const rows = (part: DayPart) => ({ gridRow: gridLines(within(part, hours), hours.first) })
  return (
    <section class={styles.day} aria-labelledby={id} style={{ gridColumn: String(place) }}>
      <h2 id={id} aria-current={isToday ? 'date' : undefined}>
        {shortDayName(date, pageLocale())}
        {isToday && <span class={styles.mark}>{say('desk.today')}</span>}
      </h2>
      <div class={styles.words}>
        {times && <TimesText times={times} />}
        {blocks.length === 0 && <p>{say('calendar.nothing')}</p>}
      </div>
      <div class={styles.shades} aria-hidden="true">
        {times?.open.map((part) => (
          <div key={part.from} class={styles.open} style={rows(part)} />
        ))}
        {times?.off.map((part) => (
          <div key={`${part.kind} ${part.from}`} class={styles.off} style={rows(part)} />
        ))}
      </div>
      {blocks.length > 0 && (
        <ol class={styles.entries} aria-labelledby={id}>
          {blocks.map((block) => (
            <li key={block.entries[0]?.appointment.id} style={rows(block)}>
              {block.entries.map(({ appointment }) => (
                <WeekEntry key={appointment.id} {...{ desk, appointment, now }} day={date} />
              ))}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
