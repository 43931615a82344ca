import { useEffect } from 'preact/hooks'
import type { FreeTime } from '../api/free-times.ts'
import { dayName, shortMonthName } from '../text/calendar-dates.ts'
import { moment, zoneNameOf } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import { instantsOf } from '../text/zoned-time.ts'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { Month } from '../ui/month.tsx'
import styles from '../ui/parts.module.css'
import { Times } from '../ui/times.tsx'
import { ZoneSelect } from '../ui/zone-select.tsx'
import type { Calendar, DayView as Day, MonthView as Shown } from './calendar.ts'
import { calendarFault } from './failure.tsx'
import { zonesToShow } from './zone.ts'

interface Props {
  calendar: Calendar
  zone: string
  /** Zone of the place or the application, which is one of the choices. */
  ownZone: string
  /** The time that is being chosen. */
  busy?: FreeTime | undefined
  /** Whether a notice above has the focus. */
  hasNotice?: boolean
  onZone: (zone: string) => void
  onChoose: (time: FreeTime) => void
  /** Shows a day, or the month again; the page keeps the step in its history. */
  onDay: (date: string | undefined) => void
}

/** The choice of a free time: the next one, a month, the times of a day, and the zone in which they are shown. */
export function DayAndTime(props: Props) {
  const { calendar, zone, ownZone, onZone } = props
  const view = calendar.view.value
  if (view.kind === 'loading') return <p class={styles.soft}>{say('times.loading')}</p>
  if (view.kind === 'failed') return <Failed error={view.error} onRetry={() => void calendar.retry()} />
  if (view.kind === 'none') return <Nothing text={say('times.none')} />
  const first = view.kind === 'day' ? firstOf(view, zone) : calendar.next.value?.start
  const at = first ?? Date.now()
  return (
    <>
      {view.kind === 'month' ? <MonthView {...props} view={view} /> : <DayView {...props} view={view} />}
      <div class={styles.panel}>
        <p class={styles.soft}>{say('time.shown', { zone: zoneNameOf(at, zone, pageLocale()) })}</p>
        <ZoneSelect zone={zone} zones={zonesToShow(ownZone)} onChange={onZone} />
      </div>
    </>
  )
}

/** The first time of a day or, without one, its noon. */
const firstOf = ({ date, times }: Day, zone: string): number | undefined =>
  times?.[0]?.start ?? instantsOf({ date, time: '12:00' }, zone)[0]

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div class={`${styles.notice} ${styles.bad}`}>
      <Heading level={2} takesFocus text={calendarFault(error)} />
      <p>
        <Button onClick={onRetry}>{say('page.again')}</Button>
      </p>
    </div>
  )
}

/** Says that there are no free times. It is announced, because it appears after the heading has the focus. */
function Nothing({ text }: { text: string }) {
  useEffect(() => announce(text), [text])
  return <p class={styles.notice}>{text}</p>
}

type MonthViewProps = Props & { view: Shown }

function MonthView({ calendar, zone, busy, view, onChoose, onDay }: MonthViewProps) {
  const next = calendar.next.value
  const { month, days, later, focus } = view
  const nameOf = (one: string) => shortMonthName(one, calendar.firstMonth(), pageLocale())
  return (
    <>
      {next && <NextTime next={next} zone={zone} isBusy={busy?.start === next.start} onChoose={onChoose} />}
      <Month
        month={month}
        days={days}
        first={calendar.firstMonth()}
        last={calendar.lastMonth()}
        focus={focus}
        onMonth={(wanted) => void calendar.showMonth(wanted)}
        onDay={onDay}
      />
      {days?.size === 0 && (
        <div class={styles.notice}>
          <p role="status">{say('times.noneIn', { month: nameOf(month) })}</p>
          {later !== undefined && (
            <p>
              <Button onClick={() => void calendar.showMonth(later, 'month')}>
                {say('times.show', { month: nameOf(later) })}
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  )
}

interface NextTimeProps {
  next: FreeTime
  zone: string
  isBusy: boolean
  onChoose: (time: FreeTime) => void
}

const NextTime = ({ next, zone, isBusy, onChoose }: NextTimeProps) => (
  <p>
    <Button look="main" isBusy={isBusy} onClick={() => onChoose(next)}>
      {say('times.next', { moment: moment(next.start, zone, pageLocale()) })}
    </Button>
  </p>
)

type DayViewProps = Props & { view: Day }

function DayView({ zone, busy, view, hasNotice = false, onChoose, onDay }: DayViewProps) {
  const { date, times } = view
  const day = dayName(date, pageLocale())
  const starts = times?.map(({ start }) => start) ?? []
  return (
    <div class={styles.stack}>
      <Heading level={2} takesFocus={!hasNotice} text={say('times.on', { day })} />
      {times === undefined && <p class={styles.soft}>{say('times.loading')}</p>}
      {times?.length === 0 && <Nothing text={say('times.noneOn', { day })} />}
      <Times
        starts={starts}
        zone={zone}
        busy={busy?.start}
        onChoose={(start) => {
          const chosen = times?.find((one) => one.start === start)
          if (chosen) onChoose(chosen)
        }}
      />
      <p>
        <Button onClick={() => onDay(undefined)}>{say('times.other')}</Button>
      </p>
    </div>
  )
}
