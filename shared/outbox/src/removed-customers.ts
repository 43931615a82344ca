import type { Broker } from '@appointments/broker'
import type { EventData, ServiceName } from '@appointments/contracts'
import type { Pool, Tx } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import { purgeDeadLetters } from './purge-dead-letters.ts'

type Removal = Pick<
  EventData<'APParticipantRemovedEvent'>,
  'appointmentId' | 'participantId' | 'participantType'
>

/** Longer than an event is retried before it becomes a dead letter. */
const LAST_PURGE_MS = 2 * 3_600_000

/**
 * Records a removed customer, so that the dead letters with its contact data are purged; ignores other participants.
 */
export function keepRemovedCustomer(
  tx: Tx,
  { appointmentId, participantId, participantType }: Removal,
): void {
  if (participantType !== 'CUSTOMER') return
  tx.write(
    'INSERT INTO removed_customers (appointment_id, participant_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [appointmentId, participantId],
  )
}

/** A job that purges the dead letters with contact data of removed customers; true if there may be more. */
export const purgeLettersAboutCustomers = ({
  pool,
  broker,
  service,
  clock,
}: {
  pool: Pool
  broker: Pick<Broker, 'purgeDeadLetters'>
  service: ServiceName
  clock: Clock
}) =>
  purgeDeadLetters<Pick<Removal, 'appointmentId' | 'participantId'>>({
    broker,
    queue: service,
    async find(limit) {
      const { rows } = await pool.query<Pick<Removal, 'appointmentId' | 'participantId'>>(
        `SELECT appointment_id AS "appointmentId", participant_id AS "participantId" FROM removed_customers
         WHERE purge_at <= $2 ORDER BY purge_at LIMIT $1`,
        [limit, clock.now()],
      )
      return rows
    },
    keyOf: ({ appointmentId }) => appointmentId,
    isAbout: ({ participantId }) => carries(participantId),
    mark({ appointmentId, participantId }) {
      const now = clock.now()
      // another replica may have marked the customer meanwhile, and then the last purge is due later
      return pool.query(
        `WITH again AS (
           UPDATE removed_customers SET purge_at = $3, is_last = true
           WHERE appointment_id = $1 AND participant_id = $2 AND NOT is_last)
         DELETE FROM removed_customers
         WHERE appointment_id = $1 AND participant_id = $2 AND is_last AND purge_at <= $4`,
        [appointmentId, participantId, new Date(now.getTime() + LAST_PURGE_MS), now],
      )
    },
  })

/** Whether a message, which may be malformed, is an event with the contact data of a customer. */
const carries = (participantId: string) => (body: unknown) =>
  (body as { data?: { customer?: { id?: unknown } } } | null)?.data?.customer?.id === participantId
