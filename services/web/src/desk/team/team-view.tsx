import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { dayName } from '../../text/calendar-dates.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Agent, Named } from '../api/shapes.ts'
import { AbsenceAdded } from '../calendar/absence-added.tsx'
import { AbsenceDialog, type AddedAbsence } from '../calendar/absence-dialog.tsx'
import { chosenDay } from '../calendar/chosen-day.ts'
import { DayLinks } from '../calendar/day-links.tsx'
import type { Desk } from '../desk.ts'
import { faultText } from '../fault-text.ts'
import { place, setQuery } from '../place.ts'
import { Fresh } from '../ui/fresh.tsx'
import { Pages } from '../ui/pages.tsx'
import { Select } from '../ui/select.tsx'
import { Shown } from '../ui/shown.tsx'
import { useNow } from '../ui/use-now.ts'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { AffectedPage } from './affected-page.tsx'
import { agentDay } from './agent-day.ts'
import { createTeam } from './team.ts'
import { TeamGrid } from './team-grid.tsx'

/** Agents by the hours of a day, or the appointments that an absence affects: the address says which. */
export function TeamView({ desk }: { desk: Desk }) {
  const { query } = place.value
  const [absence, agentId] = [query.get('absence'), query.get('agent')]
  if (absence !== null && agentId !== null)
    return <AffectedPage key={absence} exceptionId={absence} {...{ desk, agentId }} />
  return <TeamPage desk={desk} />
}

function TeamPage({ desk }: { desk: Desk }) {
  const now = useNow()
  const { query } = place.value
  const day = chosenDay(query, now, desk.zone())
  const teamId = query.get('team') ?? undefined
  const pageNumber = Math.max(1, Math.trunc(Number(query.get('after') ?? '1')) || 1)
  return (
    <View
      title={say('team.title', { day: dayName(day, pageLocale()) })}
      tools={<DayLinks day={day} step={1} />}
    >
      <TeamFilter desk={desk} />
      <Agents key={`${day} ${teamId ?? ''} ${pageNumber}`} {...{ desk, day, teamId, pageNumber, now }} />
    </View>
  )
}

function TeamFilter({ desk: { api } }: { desk: Desk }) {
  const [teams, setTeams] = useState<Named[]>([])
  useEffect(() => {
    void api.teams().then(setTeams, () => setTeams([]))
  }, [])
  if (teams.length === 0) return null
  return (
    <div class={styles.filters} role="group" aria-label={say('list.filters')}>
      <Select
        label={say('list.team')}
        options={[['', say('list.any')], ...teams.map(({ id, name }) => [id, name] as const)]}
        value={place.value.query.get('team') ?? ''}
        onValue={(team) => setQuery({ team: team === '' ? undefined : team, after: undefined })}
      />
    </div>
  )
}

interface AgentsProps {
  desk: Desk
  day: string
  teamId: string | undefined
  pageNumber: number
  now: number
}

function Agents({ desk, day, teamId, pageNumber, now }: AgentsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [absent, setAbsent] = useState<Agent | undefined>(undefined)
  const [added, setAdded] = useState<(AddedAbsence & { agentId: string }) | undefined>(undefined)
  const team = useMemo(
    () =>
      createTeam(desk, {
        day,
        teamId,
        pageNumber,
        isBusy: () => list.current?.contains(document.activeElement) === true,
      }),
    [],
  )
  useEffect(() => {
    void team.rows.load()
    return team.follow()
  }, [])
  const times = team.times.known.value
  return (
    <>
      {added && <AbsenceAdded {...added} zone={desk.zone()} />}
      {times.error !== undefined && (
        <p class={`${styles.note} ${styles.warnNote}`} role="status">
          {say('calendar.unknown', { why: faultText(times.error) })}
        </p>
      )}
      <Fresh count={team.fresh.value} onShow={team.showFresh} />
      <div ref={list}>
        <Shown resource={team.rows}>
          {({ content, nextCursor }) => {
            const given = { date: day, zone: desk.zone(), times: times.value, appointments: content }
            const days = team.agents.value.map((agent) => agentDay(agent, given))
            return (
              <>
                {days.length === 0 ? (
                  <p class={styles.note}>{say('team.empty')}</p>
                ) : (
                  <TeamGrid {...{ desk, day, days, now }} onAbsence={setAbsent} />
                )}
                <Pages nextCursor={nextCursor} />
              </>
            )
          }}
        </Shown>
      </div>
      {absent && (
        <AbsenceDialog
          desk={desk}
          agent={absent}
          day={day}
          onClose={() => setAbsent(undefined)}
          onAdded={(result) => {
            setAbsent(undefined)
            setAdded({ ...result, agentId: absent.id })
            void team.times.load()
          }}
        />
      )}
    </>
  )
}
