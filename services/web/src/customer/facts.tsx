import type { Appointment } from '../api/appointment.ts'
import { lengthOf } from '../text/times.ts'
import { pageLocale, say } from '../text/words.ts'
import styles from '../ui/parts.module.css'
import { spanOf } from './when.tsx'

/** How long an appointment takes, with whom, and where; a row that is not known is left out. */
export function Facts({ appointment }: { appointment: Appointment }) {
  const agents = agentNames(appointment)
  return (
    <dl class={styles.facts}>
      <Fact name={say('time.duration')} values={[lengthOf(spanOf(appointment), pageLocale())]} />
      {agents.length > 0 && <Fact name={say('done.with')} values={agents} />}
      <Fact name={say('done.where')} values={[whereOf(appointment)]} />
    </dl>
  )
}

const Fact = ({ name, values }: { name: string; values: readonly string[] }) => (
  <div>
    <dt>{name}</dt>
    {values.map((value) => (
      <dd key={value}>
        <bdi>{value}</bdi>
      </dd>
    ))}
  </div>
)

/** Names of the agents that customers may see, never ids. */
export function agentNames({ organizer, participants }: Appointment): string[] {
  const all = [organizer, ...participants.filter(({ type }) => type === 'AGENT')]
  return [...new Set(all.flatMap((one) => one?.displayName ?? []))]
}

/** The place of an appointment in words. */
export const whereOf = ({ place }: Appointment): string => place.text ?? say(`place.${place.channel}`)
