import { useEffect, useMemo, useState } from 'preact/hooks'
import { dayName } from '../../text/calendar-dates.ts'
import { clockTime, moment } from '../../text/times.ts'
import { pageLocale, say, type PlainKey } from '../../text/words.ts'
import type { Named } from '../api/shapes.ts'
import { TeamTooLarge } from '../api/team-too-large.ts'
import { dayOf } from '../day.ts'
import type { Desk } from '../desk.ts'
import { faultText } from '../fault-text.ts'
import { channelText } from '../messages/message-words.ts'
import { place, setQuery } from '../place.ts'
import { Button } from '../../ui/button.tsx'
import { BadNote } from '../ui/bad-note.tsx'
import { PeriodFilter } from '../ui/period-filter.tsx'
import { Select } from '../ui/select.tsx'
import { Shown } from '../ui/shown.tsx'
import { View } from '../ui/view.tsx'
import desk from '../ui/desk.module.css'
import { Columns, Lines } from './bars.tsx'
import { periodOf, periods, type FiguresPeriod } from './figures-period.ts'
import { createFigures, MOST_ROWS, sumOf, type Lateness as LatenessFigures } from './figures.ts'
import styles from './figures.module.css'
import { shortLength } from './short-length.ts'

type AllFigures = ReturnType<typeof createFigures>

const faults = {
  incomplete: 'figures.incomplete',
  reversed: 'figures.reversed',
  long: 'figures.long',
} as const satisfies Record<string, PlainKey>

/** Figures of a period: bookings, no-shows, lateness, and the outcomes of messages. */
export function FiguresView({ desk: own }: { desk: Desk }) {
  const figures = useMemo(() => createFigures(own), [])
  const { query } = place.value
  useEffect(() => figures.load(), [query.toString()])
  const days = figures.days()
  return (
    <View title={say('desk.figures')}>
      <Filters desk={own} />
      {'fault' in days ? (
        <BadNote text={say(faults[days.fault])} />
      ) : (
        <>
          <ByDay desk={own} figures={figures} days={days} />
          <div class={styles.charts}>
            <Lateness figures={figures} days={days} />
            <Delivery figures={figures} days={days} />
          </div>
        </>
      )}
    </View>
  )
}

const periodNames: Record<FiguresPeriod, PlainKey> = {
  last7: 'period.last7',
  last30: 'period.last30',
  last92: 'figures.last92',
  next30: 'period.next30',
  between: 'period.between',
}

function Filters({ desk: { api } }: { desk: Desk }) {
  const { query } = place.value
  const [teams, setTeams] = useState<Named[]>([])
  useEffect(() => {
    void api.teams().then(setTeams, () => setTeams([]))
  }, [])
  const choose = (name: string) => (value: string) => setQuery({ [name]: value === '' ? undefined : value })
  return (
    <div class={desk.filters} role="group" aria-label={say('list.filters')}>
      <PeriodFilter periods={periods} names={periodNames} period={periodOf(query)} choose={choose} />
      {teams.length > 0 && (
        <Select
          label={say('list.team')}
          options={[['', say('list.any')], ...teams.map(({ id, name }) => [id, name] as const)]}
          value={query.get('team') ?? ''}
          onValue={choose('team')}
        />
      )}
      {teams.length > 0 && (
        <Select
          label={say('figures.latenessBy')}
          options={[
            ['', say('list.agent')],
            ['team', say('list.team')],
          ]}
          value={query.get('late') ?? ''}
          onValue={choose('late')}
        />
      )}
    </div>
  )
}

const totals = [
  ['booked', 'figures.booked'],
  ['moved', 'figures.moved'],
  ['completed', 'figures.completed'],
  ['failed', 'figures.failed'],
] as const

const whole = (value: number) => new Intl.NumberFormat(pageLocale()).format(value)
const share = (part: number, all: number) =>
  new Intl.NumberFormat(pageLocale(), { style: 'percent' }).format(all === 0 ? 0 : part / all)

interface ChartProps {
  figures: AllFigures
  /** The first and the last day that the figures cover. */
  days: { from: string; to: string }
}

/** `bookings-2026-11-01-2026-11-30.csv` */
const fileName = (what: string, { from, to }: ChartProps['days']) => `${what}-${from}-${to}.csv`

/** What happened to the appointments of each day. */
function ByDay({ desk: own, figures, days }: ChartProps & { desk: Desk }) {
  const zone = own.zone()
  return (
    <Shown resource={figures.byDay}>
      {({ rows, asOf }, { isLoading }) => {
        const [booked, noShow] = [sumOf(rows, 'booked'), sumOf(rows, 'noShow')]
        const cancelled = sumOf(rows, 'cancelledByCustomer') + sumOf(rows, 'cancelledByStaff')
        const chart = {
          rowName: say('figures.day'),
          write: whole,
        }
        return (
          <div class={isLoading ? desk.stale : undefined}>
            <dl class={styles.totals}>
              {totals.map(([name, key]) => (
                <div key={name}>
                  <dt>{say(key)}</dt>
                  <dd>{whole(sumOf(rows, name))}</dd>
                </div>
              ))}
              <div>
                <dt>{say('figures.cancelled')}</dt>
                <dd>
                  {whole(cancelled)} <small>{share(cancelled, booked)}</small>
                </dd>
              </div>
              <div>
                <dt>{say('figures.noShow')}</dt>
                <dd>
                  {whole(noShow)} <small>{share(noShow, booked)}</small>
                </dd>
              </div>
            </dl>
            <div class={styles.charts}>
              <Columns
                title={say('figures.bookings')}
                file={fileName('bookings', days)}
                {...chart}
                series={[
                  { name: say('figures.booked') },
                  { name: say('figures.cancelledByCustomer'), look: 'bad' },
                  { name: say('figures.cancelledByStaff'), look: 'bad' },
                ]}
                rows={rows.map((row) => ({
                  name: dayName(row.key, pageLocale()),
                  key: row.key,
                  values: [row.booked, row.cancelledByCustomer, row.cancelledByStaff],
                }))}
              />
              <Columns
                title={say('figures.heldAndMissed')}
                file={fileName('outcomes', days)}
                {...chart}
                series={[
                  { name: say('figures.completed'), look: 'good' },
                  { name: say('figures.noShow'), look: 'bad' },
                  { name: say('figures.failed'), look: 'bad' },
                ]}
                rows={rows.map((row) => ({
                  name: dayName(row.key, pageLocale()),
                  key: row.key,
                  values: [row.completed, row.noShow, row.failed],
                }))}
              />
            </div>
            <p class={styles.asOf}>{asOfText(asOf, zone)}</p>
          </div>
        )
      }}
    </Shown>
  )
}

/** `As of 10:42`; with the day if it is not today. */
function asOfText(asOf: string | undefined, zone: string): string {
  if (asOf === undefined) return say('figures.notYet')
  const at = Date.parse(asOf)
  const isToday = dayOf(at, zone) === dayOf(Date.now(), zone)
  const write = isToday ? clockTime : moment
  return say('figures.asOf', { time: write(at, zone, pageLocale()) })
}

/** How late people came: the median, and the time within which nine out of ten came. */
function Lateness({ figures, days }: ChartProps) {
  return (
    <Shown resource={figures.lateness}>
      {({ rows, missing, leftOut }) => {
        const isByTeam = place.value.query.get('late') === 'team'
        const note = (
          <>
            <LeftOut count={leftOut} isByTeam={isByTeam} />
            <Missing teams={missing} onRetry={() => void figures.lateness.load()} />
          </>
        )
        return rows.length === 0 ? (
          <section class={desk.panel}>
            <h2>{say('figures.lateness')}</h2>
            {missing.length + leftOut === 0 && <p class={desk.soft}>{say('figures.noLateness')}</p>}
            {note}
          </section>
        ) : (
          <Lines
            title={say('figures.lateness')}
            note={note}
            file={fileName('lateness', days)}
            unit="s"
            rowName={say(isByTeam ? 'list.team' : 'list.agent')}
            series={[
              { name: say('figures.customersMiddle') },
              { name: say('figures.customersMost') },
              { name: say('figures.agentsMiddle') },
              { name: say('figures.agentsMost') },
            ]}
            rows={rows.map(({ name, customers, agents }) => ({
              name: name ?? say('list.unassigned'),
              values: [customers?.median, customers?.p90, agents?.median, agents?.p90],
            }))}
            write={(seconds) => shortLength(seconds, pageLocale())}
          />
        )
      }}
    </Shown>
  )
}

/** Says which agents or teams a chart shows if there are more than it has rows. */
function LeftOut({ count, isByTeam }: { count: number; isByTeam: boolean }) {
  if (count === 0) return null
  const key = isByTeam ? 'figures.moreTeams' : 'figures.moreAgents'
  return <p class={desk.note}>{say(key, { count, most: String(MOST_ROWS) })}</p>
}

interface MissingProps {
  teams: LatenessFigures['missing']
  onRetry: () => void
}

/** The teams that a chart lacks, and why. */
function Missing({ teams, onRetry }: MissingProps) {
  if (teams.length === 0) return null
  return (
    <div class={`${desk.note} ${desk.warnNote}`}>
      <p>{say('figures.missing')}</p>
      <ul>
        {teams.map(({ name, error }) => (
          <li key={name}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {': '}
            {faultText(error)}
          </li>
        ))}
      </ul>
      {!teams.every(({ error }) => error instanceof TeamTooLarge) && (
        <Button onClick={onRetry}>{say('page.again')}</Button>
      )}
    </div>
  )
}

/** The outcomes of the messages of each channel. */
function Delivery({ figures, days }: ChartProps) {
  return (
    <Shown resource={figures.delivery}>
      {({ rows }) =>
        rows.length === 0 ? (
          <section class={desk.panel}>
            <h2>{say('figures.delivery')}</h2>
            <p class={desk.soft}>{say('figures.noMessages')}</p>
          </section>
        ) : (
          <Lines
            title={say('figures.delivery')}
            file={fileName('messages', days)}
            rowName={say('messages.channel')}
            series={[
              { name: say('delivery.DELIVERED'), look: 'good' },
              { name: say('delivery.FAILED'), look: 'bad' },
              { name: say('delivery.CANCELLED') },
            ]}
            rows={rows.map(({ key, delivered, failed, cancelled }) => ({
              name: channelText(key),
              values: [delivered, failed, cancelled],
            }))}
            write={whole}
          />
        )
      }
    </Shown>
  )
}
