import { say } from '../../text/words.ts'
import type { Appointment, Named } from '../api/shapes.ts'
import { agentName } from '../people.ts'
import styles from './desk.module.css'

interface Props {
  appointment: Pick<Appointment, 'organizer' | 'assignment' | 'targetAssignment'>
  queues: readonly Named[]
}

/** The agent of an appointment. If there is none yet: the queue that chooses one, and whether it found none. */
export function WhoServes({ appointment: { organizer, assignment, targetAssignment }, queues }: Props) {
  if (organizer) return <bdi>{agentName(organizer)}</bdi>
  const id = assignment?.queueId ?? (targetAssignment?.type === 'QUEUE' ? targetAssignment.id : undefined)
  const queue = queues.find((one) => one.id === id)
  const hasFailed = assignment?.state === 'FAILED'
  return (
    <>
      {queue && <bdi>{say('who.queue', { name: queue.name })}</bdi>}
      {(hasFailed || !queue) && (
        <span class={hasFailed ? styles.unserved : styles.soft}>
          {say(hasFailed ? 'record.nobody' : 'desk.unassigned')}
        </span>
      )}
    </>
  )
}
