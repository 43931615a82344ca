import { useEffect, useMemo, useRef } from 'preact/hooks'
import { moment } from '../../text/times.ts'
import { pageLocale, say } from '../../text/words.ts'
import type { Appointment, Named } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { customerNames } from '../people.ts'
import { addressOf, place } from '../place.ts'
import { standingOf } from '../standing.ts'
import { StandingChip } from '../ui/chip.tsx'
import { Fresh } from '../ui/fresh.tsx'
import { Pages } from '../ui/pages.tsx'
import { Shown } from '../ui/shown.tsx'
import { useNames } from '../ui/use-names.ts'
import { useNow } from '../ui/use-now.ts'
import { View } from '../ui/view.tsx'
import { WhoServes } from '../ui/who-serves.tsx'
import styles from '../ui/desk.module.css'
import { FilterBar } from './filter-bar.tsx'
import { createList } from './list.ts'

/** The appointments that match the filters of the address, 50 a page. */
export function ListView({ desk }: { desk: Desk }) {
  const { words } = place.value
  const queues = useNames(desk.api.queues, 'queues')
  return (
    <View title={words === '' ? say('desk.appointments') : say('list.found', { words })}>
      <FilterBar desk={desk} queues={queues} />
      <Listed key={words} {...{ desk, queues }} />
    </View>
  )
}

/** The list itself. New search words create a new list, so that no earlier match stays on the screen. */
function Listed({ desk, queues }: { desk: Desk; queues: readonly Named[] }) {
  const list = useRef<HTMLDivElement>(null)
  const { query } = place.value
  const listing = useMemo(
    () => createList(desk, () => list.current?.contains(document.activeElement) === true),
    [],
  )
  useEffect(() => listing.follow(), [])
  useEffect(() => void listing.rows.load(), [query.toString()])
  const now = useNow()
  return (
    <>
      <Fresh count={listing.fresh.value} onShow={listing.showFresh} />
      <div ref={list}>
        <Shown resource={listing.rows}>
          {({ content, nextCursor }, { isLoading }) => (
            <div class={isLoading ? styles.stale : undefined}>
              {content.length === 0 ? (
                <p class={styles.note}>{say('list.empty')}</p>
              ) : (
                <Table appointments={content} {...{ desk, queues, now }} />
              )}
              <Pages nextCursor={nextCursor} />
            </div>
          )}
        </Shown>
      </div>
    </>
  )
}

interface TableProps {
  appointments: readonly Appointment[]
  desk: Desk
  queues: readonly Named[]
  now: number
}

function Table({ appointments, desk, queues, now }: TableProps) {
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
                <WhoServes appointment={one} queues={queues} />
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
