import { say, type PlainKey } from '../../text/words.ts'
import type { Named } from '../api/shapes.ts'
import type { Desk } from '../desk.ts'
import { place, setQuery } from '../place.ts'
import { AgentFilter } from '../ui/agent-filter.tsx'
import { Filters } from '../ui/filters.tsx'
import { PeriodFilter } from '../ui/period-filter.tsx'
import { Select } from '../ui/select.tsx'
import { useNames } from '../ui/use-names.ts'
import styles from '../ui/desk.module.css'
import { countOfFilters, periodOf, periods, sorts, type Period } from './filters.ts'

const periodNames: Record<Period, PlainKey> = {
  today: 'period.today',
  next7: 'period.next7',
  next30: 'period.next30',
  last7: 'period.last7',
  last30: 'period.last30',
  between: 'period.between',
  all: 'period.all',
}
const stateNames: readonly (readonly [string, PlainKey])[] = [
  ['', 'list.any'],
  ['SCHEDULED', 'standing.booked'],
  ['ACTIVATED', 'standing.open'],
  ['CANCELLED', 'standing.cancelled'],
  ['ABORTED', 'standing.failed'],
]
const outcomeNames: readonly (readonly [string, PlainKey])[] = [
  ['', 'list.any'],
  ['IN_PROGRESS', 'standing.running'],
  ['COMPLETED', 'standing.completed'],
  ['NO_SHOW', 'standing.noShow'],
  ['FAILED', 'standing.failed'],
]
const sortNames: Record<(typeof sorts)[number], PlainKey> = {
  start: 'list.earliest',
  '-start': 'list.latest',
  '-changed': 'list.changed',
}

/** A filter by one of these names. */
const choices = (names: readonly Named[]) => [
  ['', say('list.any')] as const,
  ...names.map(({ id, name }) => [id, name] as const),
]

const worded = (names: readonly (readonly [string, PlainKey])[]) =>
  names.map(([value, key]) => [value, say(key)] as const)

/** The filters of the list. They are part of the address, so a view can be bookmarked. */
export function FilterBar({ desk, queues }: { desk: Desk; queues: readonly Named[] }) {
  const { query } = place.value
  const { api } = desk
  const application = desk.application.value.id
  const teams = useNames(api.teams, 'teams')
  const services = useNames(() => api.serviceTypes(application), application)
  const choose = (name: string) => (value: string) =>
    setQuery({ [name]: value === '' ? undefined : value, after: undefined })
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    options.length > 1 && (
      <Select label={label} options={options} value={query.get(name) ?? ''} onValue={choose(name)} />
    )
  return (
    <Filters count={countOfFilters(query)}>
      <PeriodFilter periods={periods} names={periodNames} period={periodOf(query)} choose={choose} />
      {select('state', say('list.state'), worded(stateNames))}
      {select('outcome', say('list.outcome'), worded(outcomeNames))}
      <AgentFilter desk={desk} none={say('list.any')} clear={say('list.anyAgent')} />
      {select('team', say('list.team'), choices(teams))}
      {select('queue', say('list.queue'), choices(queues))}
      {select('service', say('list.service'), choices(services))}
      <Select
        label={say('list.sort')}
        options={sorts.map((one) => [one, say(sortNames[one])])}
        value={sorts.find((one) => one === query.get('sort')) ?? 'start'}
        onValue={choose('sort')}
      />
      <label class={styles.tick}>
        <input
          type="checkbox"
          checked={query.has('unassigned')}
          onChange={(event) => choose('unassigned')(event.currentTarget.checked ? '1' : '')}
        />
        {say('list.unassigned')}
      </label>
    </Filters>
  )
}
