import { useEffect, useMemo, useRef } from 'preact/hooks'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Appointment } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { createListing } from '../listing.ts'
import { agentName, customerNames } from '../people.ts'
import { addressOf, place } from '../place.ts'
import { standingOf } from '../standing.ts'
import { StandingChip } from '../ui/chip.tsx'
import { Fresh } from '../ui/fresh.tsx'
import { Pages } from '../ui/pages.tsx'
import { Shown } from '../ui/shown.tsx'
import { useNow } from '../ui/use-now.ts'
import { View } from '../ui/view.tsx'
import styles from '../ui/desk.module.css'
import { FilterBar } from './filter-bar.tsx'
import { searchOf } from './filters.ts'

/** The appointments that match the filters of the address, 50 a page. */
export function ListView({ desk }: { desk: Desk }) {
  const list = useRef<HTMLDivElement>(null)
  const { query, words } = place.value
  const listing = useMemo(
    () => createList(desk, () => list.current?.contains(document.activeElement) === true),
    [],
  )
  useEffect(() => listing.follow(), [])
  useEffect(() => void listing.rows.load(), [query.toString(), words])
  const now = useNow()
  return (
    <View title={words === '' ? say('desk.appointments') : say('list.found', { words })}>
      <FilterBar desk={desk} />
      <Fresh count={listing.fresh.value} onShow={listing.showFresh} />
      <div ref={list}>
        <Shown resource={listing.rows}>
          {({ content, nextCursor }, { isLoading }) => (
            <div class={isLoading ? styles.stale : undefined}>
              {content.length === 0 ? (
                <p class={styles.note}>{say('list.empty')}</p>
              ) : (
                <Table appointments={content} desk={desk} now={now} />
              )}
              <Pages nextCursor={nextCursor} />
            </div>
          )}
        </Shown>
      </div>
    </View>
  )
}

function createList(desk: Desk, isBusy: () => boolean) {
  const { api, live, application, zone } = desk
  return createListing({
    live,
    isBusy,
    read: async () => {
      const { query, words } = place.peek()
      const team = query.get('team')
      const members = team === null ? undefined : await api.teamAgents(team)
      const applicationId = application.value.id
      // a team without members has no appointments; an empty filter would find all
      if (members?.length === 0) return { content: [] }
      return api.search(searchOf({ query, words, applicationId, zone: zone(), now: Date.now(), members }))
    },
    mayBelong: ({ applicationId }) =>
      applicationId === application.value.id && !place.peek().query.has('after'),
  })
}

interface TableProps {
  appointments: readonly Appointment[]
  desk: Desk
  now: number
}

function Table({ appointments, desk, now }: TableProps) {
  const zone = desk.zone()
  return (
    <div class={styles.scroll} role="region" aria-label={say('desk.appointments')} tabIndex={0}>
      <table class={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say('list.time')}</th>
            <th scope="col">{say('list.customer')}</th>
            <th scope="col">{say('list.title')}</th>
            <th scope="col">{say('list.with')}</th>
            <th scope="col">{say('list.state')}</th>
          </tr>
        </thead>
        <tbody>
          {appointments.map((one) => (
            <tr key={one.id}>
              <td class={styles.when}>
                <time dateTime={one.start}>{moment(Date.parse(one.start), zone, pageLocale())}</time>
              </td>
              <th scope="row">
                <a href={addressOf('appointments', one.id)}>
                  <bdi>{customerNames(one)}</bdi>
                </a>
              </th>
              <td>
                <bdi>{one.title}</bdi>
              </td>
              <td>
                <With appointment={one} />
              </td>
              <td>
                <StandingChip standing={standingOf(one, now)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The agent of an appointment, or the queue that will choose one. */
function With({ appointment: { organizer, assignment } }: { appointment: Appointment }) {
  if (organizer) return <bdi>{agentName(organizer)}</bdi>
  return (
    <span class={assignment?.state === 'FAILED' ? styles.bad : styles.soft}>
      {say(assignment?.state === 'FAILED' ? 'list.nobody' : 'desk.unassigned')}
    </span>
  )
}
