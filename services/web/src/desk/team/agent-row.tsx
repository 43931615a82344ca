import { pageLocale, say } from '../../text/words.ts'
import { Button } from '../../ui/button.tsx'
import type { Agent, Appointment } from '../api/shapes.ts'
import { gridLines, shareOf, within, type DayPart, type Hours } from '../calendar/day-minutes.ts'
import { EntryTime } from '../calendar/entry-time.tsx'
import { TimesText } from '../calendar/times-text.tsx'
import calendar from '../calendar/calendar.module.css'
import type { Desk } from '../desk.ts'
import { shortLength } from '../figures/short-length.ts'
import { agentName, customerNames, nameOf, waitingIn } from '../people.ts'
import { addressOf } from '../place.ts'
import { standingOf, standingWords } from '../standing.ts'
import { Chip, standingIcon } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import desk from '../ui/desk.module.css'
import type { AgentDay } from './agent-day.ts'
import styles from './team.module.css'

interface Props {
  desk: Desk
  day: string
  row: AgentDay
  hours: Hours
  present: number | undefined
  isWide: boolean
  now: number
  onAbsence: (agent: Agent) => void
}

/** An agent: who waits or talks, the load, the hours, and the appointments of the day. */
export function AgentRow({ desk: own, day, row, hours, present, isWide, now, onAbsence }: Props) {
  const { agent, times, blocks } = row
  const name = agentName(agent)
  const columns = (part: DayPart) => ({ gridColumn: gridLines(within(part, hours), hours.first) })
  const id = `agent-${agent.id}`
  return (
    <li class={styles.agent}>
      <div class={styles.head}>
        <h2 id={id}>
          <a href={addressOf('week', undefined, { agent: agent.id, day })}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        <Presence row={row} />
        <p>{loadText(row)}</p>
        <div class={desk.soft}>{times && <TimesText times={times} />}</div>
        <Button name="absence" onClick={() => onAbsence(agent)}>
          {say('absence.add')}
          <span class="unseen"> {name}</span>
        </Button>
      </div>
      <div class={styles.track}>
        {isWide && (
          <div class={styles.shades} aria-hidden="true">
            {times?.open.map((part) => (
              <div key={part.from} class={calendar.open} style={columns(part)} />
            ))}
            {times?.off.map((part) => (
              <div key={`${part.kind} ${part.from}`} class={calendar.off} style={columns(part)} />
            ))}
            {present !== undefined && (
              <div
                class={styles.present}
                style={{ gridColumn: '1 / -1', '--part': shareOf(present, hours) }}
              />
            )}
          </div>
        )}
        {blocks.length > 0 && (
          <ol class={styles.entries} aria-labelledby={id}>
            {blocks.map((block) => (
              <li key={block.entries[0]?.appointment.id} style={isWide ? columns(block) : undefined}>
                {block.entries.map(({ appointment }) => (
                  <Entry key={appointment.id} {...{ appointment, day, isWide, now }} zone={own.zone()} />
                ))}
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}

/** `5 appointments, 2.5 hr of 8 hr` */
function loadText({ count, booked, working, times }: AgentDay): string {
  const length = (minutes: number) => shortLength(minutes * 60, pageLocale())
  if (count === 0) return say('calendar.nothing')
  return times && working > 0
    ? say('team.load', { count, booked: length(booked), working: length(working) })
    : say('team.count', { count, booked: length(booked) })
}

/** Whether the agent is in a call or in a room, and which customers wait. */
const Presence = ({ row: { call, isInRoom, waiting } }: { row: AgentDay }) => (
  <>
    {call && <Chip icon="person" look="accent" text={say('team.inCall', { name: customerNames(call) })} />}
    {!call && isInRoom && <Chip icon="person" look="accent" text={say('team.inRoom')} />}
    {waiting.map((one) => (
      <Chip
        key={one.id}
        icon="clock"
        look="warn"
        text={say('today.waits', { name: waitingIn(one).map(nameOf)[0] ?? '' })}
      />
    ))}
  </>
)

interface EntryProps {
  appointment: Appointment
  day: string
  isWide: boolean
  now: number
  zone: string
}

/** An appointment. In a wide view there is room only for its time; its name and its state are read aloud. */
function Entry({ appointment, day, isWide, now, zone }: EntryProps) {
  const { id } = appointment
  const standing = standingOf(appointment, now)
  const looks: Partial<Record<typeof standing, string | undefined>> = {
    waiting: styles.waiting,
    running: styles.running,
    completed: styles.over,
    noShow: styles.over,
    failed: styles.over,
    over: styles.over,
  }
  const names = customerNames(appointment)
  const state = standing === 'booked' ? '' : `, ${say(standingWords[standing])}`
  return (
    <a
      class={`${styles.entry} ${looks[standing] ?? ''}`}
      href={addressOf('appointments', id)}
      title={isWide ? `${names}${state}` : undefined}
    >
      {standing !== 'booked' && <Icon name={standingIcon(standing)} />}{' '}
      <EntryTime appointment={appointment} day={day} zone={zone} />
      <span class={isWide ? 'unseen' : undefined}>
        {' '}
        <bdi>{names}</bdi>
        {state}
      </span>
    </a>
  )
}
