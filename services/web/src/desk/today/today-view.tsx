import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { dayName } from '../../text/calendar-dates.ts'
import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Appointment } from '../api/shapes.ts'
import { dayOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { FaultNote } from '../ui/fault-note.tsx'
import { Fresh } from '../ui/fresh.tsx'
import { Shown } from '../ui/shown.tsx'
import { useNow } from '../ui/use-now.ts'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { groupNames, groupsOf, type GroupName } from './groups.ts'
import { TodayRow } from './today-row.tsx'
import { createToday } from './today.ts'

const names = {
  now: 'today.now',
  next: 'today.next',
  later: 'today.later',
  done: 'today.done',
} as const

/** The appointments of today: people who wait or talk now, the next ones, and those that are done. */
export function TodayView({ desk }: { desk: Desk }) {
  const now = useNow()
  const day = dayOf(now, desk.zone())
  return (
    <View title={say('desk.today')} tools={<p class={styles.soft}>{dayName(day, pageLocale())}</p>}>
      <Listed key={day} {...{ desk, day, now }} />
    </View>
  )
}

/** The list itself. After midnight the next day gets a new one. */
function Listed({ desk, day, now }: { desk: Desk; day: string; now: number }) {
  const list = useRef<HTMLDivElement>(null)
  const today = useMemo(
    () => createToday(desk, day, () => list.current?.contains(document.activeElement) === true),
    [],
  )
  const [fault, setFault] = useState<unknown>(undefined)
  useEffect(() => {
    void today.rows.load()
    return today.follow()
  }, [])
  return (
    <>
      <FaultNote fault={fault} />
      <Fresh count={today.fresh.value} onShow={today.showFresh} />
      <div ref={list}>
        <Shown resource={today.rows}>
          {({ content }) => {
            const shown = content.filter(today.isShown)
            if (shown.length === 0) return <p class={styles.note}>{say('today.empty')}</p>
            const groups = groupsOf(shown, today.since.value, now)
            return groupNames.map((name) => (
              <Group
                key={name}
                name={name}
                appointments={groups[name]}
                row={(one) => (
                  <TodayRow
                    key={one.id}
                    appointment={one}
                    since={today.since.value}
                    desk={desk}
                    now={now}
                    onFault={setFault}
                  />
                )}
              />
            ))
          }}
        </Shown>
      </div>
    </>
  )
}

interface GroupProps {
  name: GroupName
  appointments: readonly Appointment[]
  row: (appointment: Appointment) => preact.ComponentChildren
}

/** A group with more done appointments than this is folded. */
const MOST_DONE = 5

function Group({ name, appointments, row }: GroupProps) {
  const [isWhole, setWhole] = useState(false)
  if (appointments.length === 0) return null
  const isFolded = name === 'done' && !isWhole && appointments.length > MOST_DONE
  const shown = isFolded ? appointments.slice(-MOST_DONE) : appointments
  const id = `group-${name}`
  return (
    <section class={styles.group} aria-labelledby={id}>
      <h2 id={id}>
        {say(names[name])} <span class={styles.count}>{appointments.length}</span>
      </h2>
      <ul class={styles.rows}>{shown.map(row)}</ul>
      {isFolded && (
        <p>
          <Button onClick={() => setWhole(true)}>{say('today.all', { count: appointments.length })}</Button>
        </p>
      )}
    </section>
  )
}
