import type { Broker } from '@appointments/broker'
import type { EventData, ServiceName } from '@appointments/contracts'
import type { Pool, Tx } from '@appointments/postgres'
import { purgeDeadLetters } from './purge-dead-letters.ts'

type Removal = Pick<
  EventData<'APParticipantRemovedEvent'>,
  'appointmentId' | 'participantId' | 'participantType'
>

/** Has the dead letters with the contact data of a removed participant purged, if it is a customer. */
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
}: {
  pool: Pool
  broker: Pick<Broker, 'purgeDeadLetters'>
  service: ServiceName
}) =>
  purgeDeadLetters<Pick<Removal, 'appointmentId' | 'participantId'>>({
    broker,
    queue: service,
    async find(limit) {
      const { rows } = await pool.query<Pick<Removal, 'appointmentId' | 'participantId'>>(
        `SELECT appointment_id AS "appointmentId", participant_id AS "participantId" FROM removed_customers LIMIT $1`,
        [limit],
      )
      return rows
    },
    keyOf: ({ appointmentId }) => appointmentId,
    isAbout: ({ participantId }) => carries(participantId),
    mark: ({ appointmentId, participantId }) =>
      pool.query('DELETE FROM removed_customers WHERE appointment_id = $1 AND participant_id = $2', [
        appointmentId,
        participantId,
      ]),
  })

/** Whether a message, which may be malformed, is an event with the contact data of a customer. */
const carries = (participantId: string) => (body: unknown) =>
  (body as { data?: { customer?: { id?: unknown } } } | null)?.data?.customer?.id === participantId
