import { addDays } from '../../text/calendar-dates.ts'
import { clockTime } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Appointment } from '../api/shapes.ts'
import { startOf } from '../day.ts'

interface Props {
  appointment: Pick<Appointment, 'start' | 'end'>
  day: string
  zone: string
}

/** When an appointment starts or, on its last day, when it ends; on a day in between, that it takes all day. */
export function EntryTime({ appointment: { start, end }, day, zone }: Props) {
  const hasBegun = Date.parse(start) < startOf(day, zone)
  if (hasBegun && startOf(addDays(day, 1), zone) < Date.parse(end))
    return <span>{say('calendar.allDay')}</span>
  const shown = hasBegun ? end : start
  const time = clockTime(Date.parse(shown), zone, pageLocale())
  return <time dateTime={shown}>{hasBegun ? say('calendar.until', { time }) : time}</time>
}
