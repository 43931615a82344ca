import { hourAndMinute } from '../../text/calendar-dates.ts'
import { clockTime } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Agent } from '../api/shapes.ts'
import { hoursAround, presentIn, shareOf, type Hours } from '../calendar/day-minutes.ts'
import { dayOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { useWide } from '../ui/use-wide.ts'
import type { AgentDay } from './agent-day.ts'
import { AgentRow } from './agent-row.tsx'
import styles from './team.module.css'

interface Props {
  desk: Desk
  day: string
  days: readonly AgentDay[]
  now: number
  onAbsence: (agent: Agent) => void
}

/** Agents below each other, along the hours of the day if there is room. */
export function TeamGrid({ desk, day, days, now, onAbsence }: Props) {
  const isWide = useWide()
  const zone = desk.zone()
  const hours = hoursAround(days.flatMap(({ times, blocks }) => [...blocks, ...(times?.open ?? [])]))
  const present = dayOf(now, zone) === day ? presentIn(hours, now, zone) : undefined
  const box = isWide ? { role: 'region' as const, 'aria-label': say('desk.team'), tabIndex: 0 } : {}
  const count = hours.last - hours.first
  return (
    <div class={styles.team} {...box} style={{ '--hours': String(count), '--quarters': String(count * 4) }}>
      {isWide && <HourNames hours={hours} present={present} now={now} zone={zone} />}
      <ul class={styles.agents}>
        {days.map((one) => (
          <AgentRow
            key={one.agent.id}
            {...{ desk, day, hours, present, isWide, now }}
            row={one}
            onAbsence={onAbsence}
          />
        ))}
      </ul>
    </div>
  )
}

interface HourNamesProps {
  hours: Hours
  present: number | undefined
  now: number
  zone: string
}

/** The hours above the rows, and the present time. Each appointment says its time, so the hours are only drawn. */
function HourNames({ hours: { first, last }, present, now, zone }: HourNamesProps) {
  const locale = pageLocale()
  return (
    <div class={styles.hours}>
      <span />
      <div>
        {present !== undefined && (
          <p class={styles.nowLabel} style={{ '--part': shareOf(present, { first, last }) }}>
            <span>{say('calendar.nowAt', { time: clockTime(now, zone, locale) })}</span>
          </p>
        )}
        <ol aria-hidden="true">
          {Array.from({ length: last - first }, (_, index) => (
            <li key={index} style={{ gridColumn: 'span 4' }}>
              {hourAndMinute((first + index) * 60, locale)}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
