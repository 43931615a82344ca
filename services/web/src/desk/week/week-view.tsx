import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { daysName, dayName, firstWeekday, weekAround } from '../../text/calendar-dates.ts'
import { pageLocale, say } from '../../text/words.ts'
import { ApiError } from '../../api/send.ts'
import { Button } from '../../ui/button.tsx'
import { AbsenceAdded } from '../calendar/absence-added.tsx'
import { AbsenceDialog, type AddedAbsence } from '../calendar/absence-dialog.tsx'
import { AbsencesPanel } from '../calendar/absences-panel.tsx'
import { chosenDay } from '../calendar/chosen-day.ts'
import { DayLinks } from '../calendar/day-links.tsx'
import type { AgentEntry } from '../calendar/calendars-api.ts'
import calendar from '../calendar/calendar.module.css'
import type { Desk } from '../desk.ts'
import { faultText } from '../fault-text.ts'
import { agentName } from '../people.ts'
import { place } from '../place.ts'
import { createResource } from '../resource.ts'
import { AgentFilter } from '../ui/agent-filter.tsx'
import { Fresh } from '../ui/fresh.tsx'
import { Shown } from '../ui/shown.tsx'
import { useNow } from '../ui/use-now.ts'
import { useWide } from '../ui/use-wide.ts'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { DayGrid } from './day-grid.tsx'
import { agentOfWeek, createWeek, DAYS } from './week.ts'

/** The week of an agent; a single day if there is no room for more. */
export function WeekView({ desk }: { desk: Desk }) {
  const isWide = useWide()
  const now = useNow()
  const locale = pageLocale()
  const { query } = place.value
  const day = chosenDay(query, now, desk.zone())
  const week = weekAround(day, firstWeekday(locale))
  const [first = day] = week
  const agentId = agentOfWeek(desk, query)
  const isSupervisor = desk.is('ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')
  const entry = useEntry(desk, agentId)
  const title = isWide
    ? say('week.title', { days: daysName(first, week.at(-1) ?? day, locale) })
    : dayName(day, locale)
  return (
    <View title={title} tools={<DayLinks day={day} step={isWide ? DAYS : 1} />}>
      {isSupervisor && (
        <div class={styles.filters} role="group" aria-label={say('list.filters')}>
          <AgentFilter
            desk={desk}
            none={desk.is('ROLE_AGENT') ? say('week.own') : say('week.noAgent')}
            clear={desk.is('ROLE_AGENT') ? say('week.own') : say('week.noAgent')}
            entry={entry}
          />
        </div>
      )}
      {agentId === undefined ? (
        <p class={styles.note}>{say('week.choose')}</p>
      ) : (
        <WeekOfAgent
          key={`${agentId} ${first}`}
          {...{ desk, agentId, first, now }}
          entry={entry}
          days={isWide ? week : [day]}
        />
      )}
    </View>
  )
}

/** Why there are no hours: supervisors, for example, need not be in the directory. */
const noHoursText = (error: unknown): string =>
  error instanceof ApiError && error.status === 404
    ? say('week.notInDirectory')
    : say('calendar.unknown', { why: faultText(error) })

/** The entry of an agent; undefined until it is loaded, or if it cannot be read. */
function useEntry({ api }: Desk, agentId: string | undefined): AgentEntry | undefined {
  const entry = useMemo(
    () =>
      createResource(() =>
        agentId === undefined ? Promise.reject(new Error('there is no agent')) : api.calendars.agent(agentId),
      ),
    [agentId],
  )
  useEffect(() => {
    if (agentId !== undefined) void entry.load()
  }, [agentId])
  return entry.known.value.value
}

interface Props {
  desk: Desk
  agentId: string
  entry: AgentEntry | undefined
  first: string
  days: readonly string[]
  now: number
}

function WeekOfAgent({ desk, agentId, entry, first, days, now }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<AddedAbsence | undefined>(undefined)
  const week = useMemo(
    () =>
      createWeek(desk, {
        agentId,
        first,
        isBusy: () => grid.current?.contains(document.activeElement) === true,
      }),
    [],
  )
  useEffect(() => {
    void week.load()
    return week.follow()
  }, [])
  const absences = useMemo(() => createResource(() => desk.api.calendars.absences(agentId)), [])
  const times = week.times.known.value
  const mayAdd =
    entry && (desk.is('ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE') || entry.managesOwnAbsence === true)
  useEffect(() => {
    if (mayAdd) void absences.load()
  }, [mayAdd])
  return (
    <>
      <div class={calendar.tools}>
        {entry && desk.me.userId !== agentId && (
          <p>
            <bdi>{agentName(entry)}</bdi>
          </p>
        )}
        {mayAdd && (
          <Button name="absence" onClick={() => setAdding(true)}>
            {say('absence.add')}
          </Button>
        )}
      </div>
      {added && <AbsenceAdded agentId={agentId} {...added} zone={desk.zone()} />}
      {times.error !== undefined && (
        <p class={`${styles.note} ${styles.warnNote}`} role="status">
          {noHoursText(times.error)}
        </p>
      )}
      <Fresh count={week.fresh.value} onShow={week.showFresh} />
      <div ref={grid}>
        <Shown resource={week.rows}>
          {({ content }) => (
            <DayGrid
              {...{ days, now, desk }}
              appointments={content.filter(week.isShown)}
              times={times.value}
            />
          )}
        </Shown>
      </div>
      {mayAdd && (
        <AbsencesPanel
          {...{ desk, absences }}
          agent={entry}
          from={days[0] ?? first}
          onRemoved={() => {
            setAdded(undefined)
            void absences.load()
            void week.times.load()
          }}
        />
      )}
      {isAdding && entry && (
        <AbsenceDialog
          desk={desk}
          agent={entry}
          day={days[0] ?? first}
          onClose={() => setAdding(false)}
          onAdded={(result) => {
            setAdding(false)
            setAdded(result)
            void absences.load()
            void week.times.load()
          }}
        />
      )}
    </>
  )
}
