import type { ComponentChildren } from 'preact'
import { moment } from '../../text/times.ts'
import { pageLocale, say, type PlainKey } from '../../text/words.ts'
import { currentZone } from '../../text/zoned-time.ts'
import type { ChangedPart, Outcome, Presence, State, TimelineEntry } from '../api/shapes.ts'
import { agentName } from '../people.ts'
import styles from '../ui/desk.module.css'

const names: Record<string, PlainKey> = {
  title: 'list.title',
  notes: 'record.notes',
  place: 'record.place',
  locale: 'page.language',
  metadata: 'part.metadata',
  notificationHeaders: 'part.metadata',
  customer: 'part.customer',
  organizer: 'record.agent',
  agents: 'part.agents',
  start: 'list.time',
  timezone: 'time.zone',
}
const stateWords: Record<State, PlainKey> = {
  SCHEDULED: 'standing.booked',
  ACTIVATED: 'standing.open',
  CANCELLED: 'standing.cancelled',
  ABORTED: 'standing.failed',
}
const outcomeWords: Record<Outcome, PlainKey> = {
  IN_PROGRESS: 'standing.running',
  COMPLETED: 'standing.completed',
  NO_SHOW: 'standing.noShow',
  FAILED: 'standing.failed',
}
const presenceWords: Record<Presence, PlainKey> = {
  WAITING: 'presence.WAITING',
  JOINED: 'presence.JOINED',
  LEFT: 'presence.LEFT',
}
const words: Record<string, Record<string, PlainKey>> = {
  state: stateWords,
  outcome: outcomeWords,
  presence: presenceWords,
}

/** Parts that follow from others, or that mean nothing to a reader. */
const LEFT_OUT = new Set(['end', 'duration', 'room', 'assignment', 'interaction', 'customers', 'state'])

/** Every part of a new appointment is new, so only time and agent are listed. */
const OF_A_BOOKING = new Set(['start', 'organizer'])

/** The parts that a reader needs. */
function partsToShow({ type, changed }: Props['entry']): ChangedPart[] {
  const hasOrganizer = changed.some(({ name }) => name === 'organizer')
  return changed.filter(({ name }) => {
    if (type === 'APScheduledEvent') return OF_A_BOOKING.has(name)
    // the organizer is one of the agents
    return !LEFT_OUT.has(name) && !(name === 'agents' && hasOrganizer)
  })
}

interface Props {
  entry: Pick<TimelineEntry, 'type' | 'changed'>
  zone: string
}

/** What changed, before and after. */
export function ChangedParts({ entry, zone }: Props) {
  const shown = partsToShow(entry)
  if (shown.length === 0) return null
  return (
    <ul class={styles.parts}>
      {shown.map((part) => (
        <li key={`${part.name} ${part.participantId ?? ''}`}>
          <Part part={part} zone={zone} />
        </li>
      ))}
    </ul>
  )
}

function Part({ part, zone }: { part: ChangedPart; zone: string }) {
  const { name, from, to } = part
  const before = from === undefined ? undefined : valueText(name, from, zone)
  const after = to === undefined ? undefined : valueText(name, to, zone)
  const label = names[name]
  if (before === undefined && after === undefined) return <>{label ? say(label) : name}</>
  return (
    <>
      {label && `${say(label)}${say('desk.colon')} `}
      {before !== undefined && before !== '' && (
        <>
          <Unseen text={say('part.before')} />
          <s>
            <bdi>{before}</bdi>
          </s>{' '}
          <span aria-hidden="true">→ </span>
        </>
      )}
      <Unseen text={say('part.after')} />
      <bdi>{after ?? say('part.none')}</bdi>
    </>
  )
}

const Unseen = ({ text }: { text: string }): ComponentChildren => <span class="unseen">{text} </span>

function valueText(name: string, value: NonNullable<ChangedPart['to']>, zone: string): string {
  if (typeof value !== 'string') return value.map(agentName).join(', ')
  if (name === 'start') return moment(Date.parse(value), zone, pageLocale())
  if (name === 'timezone') return currentZone(value)
  const word = words[name]?.[value]
  return word ? say(word) : value
}
