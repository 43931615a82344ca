import { useEffect, useRef } from 'preact/hooks'
import {
  addMonths,
  dayName,
  dayNumber,
  firstWeekday,
  monthName,
  weekdaysOf,
  weeksOf,
} from '../text/calendar-dates.ts'
import { pageLocale, say } from '../text/words.ts'
import { announce } from './announce.ts'
import { Arrow } from './arrow.tsx'
import styles from './month.module.css'

interface Props {
  /** `2026-11` */
  month: string
  /** How many free times each day has, by its date; undefined while they are loading. */
  days: ReadonlyMap<string, number> | undefined
  /** The months between which the visitor can move. */
  first: string
  last: string
  /** What takes the focus: a day or, for `month` or a day that is not in the table, the name of the month. */
  focus?: string | undefined
  onMonth: (month: string) => void
  onDay: (date: string) => void
}

/** A month as a table. Days with free times are buttons. */
export function Month({ month, days, first, last, focus, onMonth, onDay }: Props) {
  const locale = pageLocale()
  const weekStart = firstWeekday(locale)
  const table = useRef<HTMLTableElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const count = days?.size
  useEffect(() => {
    if (count !== undefined) announce(say('month.status', { month: monthName(month, locale), count }))
  }, [count, month, locale])
  const isLoading = days === undefined
  useEffect(() => {
    if (focus === undefined || isLoading) return
    const day = table.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)
    ;(day ?? title.current)?.focus()
  }, [focus, isLoading])
  return (
    <div class={styles.month}>
      <div class={styles.head}>
        <Turn
          label={say('month.previous')}
          isBack
          isLast={month <= first}
          onPress={() => onMonth(addMonths(month, -1))}
        />
        <h2 id="month" ref={title} tabIndex={-1}>
          {monthName(month, locale)}
        </h2>
        <Turn label={say('month.next')} isLast={month >= last} onPress={() => onMonth(addMonths(month, 1))} />
      </div>
      <table class={styles.table} ref={table} aria-labelledby="month" aria-busy={isLoading}>
        <thead>
          <tr>
            {weekdaysOf(locale, weekStart).map(({ long, short }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, index) => (
                <td key={index}>
                  {date !== undefined && <Day date={date} count={days?.get(date) ?? 0} onPress={onDay} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TurnProps {
  label: string
  isBack?: boolean
  /** Whether there is no further month; the button keeps the focus. */
  isLast: boolean
  onPress: () => void
}

function Turn({ label, isBack = false, isLast, onPress }: TurnProps) {
  return (
    <button
      class={styles.turn}
      type="button"
      aria-label={label}
      aria-disabled={isLast ? 'true' : undefined}
      onClick={() => {
        if (!isLast) onPress()
      }}
    >
      <Arrow isBack={isBack} />
    </button>
  )
}

function Day({ date, count, onPress }: { date: string; count: number; onPress: (date: string) => void }) {
  const day = dayName(date, pageLocale())
  if (count === 0)
    return (
      <span class={styles.day}>
        <span aria-hidden="true">{dayNumber(date)}</span>
        <span class="unseen">{say('month.none', { day })}</span>
      </span>
    )
  return (
    <button
      class={`${styles.day} ${styles.free}`}
      type="button"
      data-day={date}
      aria-label={say('month.free', { day, count })}
      onClick={() => onPress(date)}
    >
      {dayNumber(date)}
    </button>
  )
}
