import { hourAndMinute } from '../../text/calendar-dates.ts'
import { pageLocale, say, type PlainKey } from '../../text/words.ts'
import type { DayTimes, OffKind } from './agent-times.ts'
import type { DayPart } from './day-minutes.ts'
import styles from './calendar.module.css'

const offNames: Record<OffKind, PlainKey> = {
  ABSENCE: 'calendar.absence',
  HOLIDAY: 'calendar.holiday',
  EXTERNAL: 'calendar.external',
}
const ALL_DAY = 24 * 60

const write = ({ from, until }: DayPart): string => {
  if (from === 0 && until === ALL_DAY) return say('calendar.allDay')
  const locale = pageLocale()
  return say('calendar.between', { from: hourAndMinute(from, locale), until: hourAndMinute(until, locale) })
}
const list = (parts: readonly DayPart[]) =>
  new Intl.ListFormat(pageLocale(), { type: 'unit' }).format(parts.map(write))

/** The working hours and the time off of a day in words. */
export function TimesText({ times: { open, off } }: { times: DayTimes }) {
  const kinds = (Object.keys(offNames) as OffKind[]).filter((kind) => off.some((one) => one.kind === kind))
  return (
    <>
      <p class={styles.times}>
        {open.length === 0 ? say('calendar.closed') : say('calendar.open', { times: list(open) })}
      </p>
      {kinds.map((kind) => (
        <p key={kind} class={styles.offText}>
          {say('calendar.off', {
            what: say(offNames[kind]),
            times: list(off.filter((one) => one.kind === kind)),
          })}
        </p>
      ))}
    </>
  )
}
