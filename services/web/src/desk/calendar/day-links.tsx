import { addDays } from '../../text/calendar-dates.ts'
import { say } from '../../text/words.ts'
import { addressOf, place } from '../place.ts'
import styles from './calendar.module.css'

interface Props {
  day: string
  /** By how many days the links go back and forward. */
  step: number
}

/** Links to the previous and the next period, and to today. */
export function DayLinks({ day, step }: Props) {
  const { view, query } = place.value
  const at = (other: string | undefined) =>
    addressOf(view, undefined, { ...Object.fromEntries(query), day: other, after: undefined })
  return (
    <nav class={styles.links} aria-label={say(step === 1 ? 'calendar.days' : 'calendar.weeks')}>
      <a class="button" href={at(addDays(day, -step))}>
        {say('calendar.previous')}
      </a>
      <a class="button" href={at(undefined)}>
        {say('desk.today')}
      </a>
      <a class="button" href={at(addDays(day, step))}>
        {say('calendar.next')}
      </a>
    </nav>
  )
}
