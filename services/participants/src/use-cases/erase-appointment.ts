import type { AppointmentsEvent } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { Deps } from './deps.ts'

type EraseDeps = Pick<Deps, 'appointments' | 'searchIndex' | 'outbox' | 'clock' | 'forgetResponses'>

/** Erases an appointment, its participants and the stored responses about it. Only the id remains. */
export const eraseAppointment =
  ({ appointments, searchIndex, outbox, clock, forgetResponses }: EraseDeps) =>
  (tx: Tx, { data }: AppointmentsEvent<'APRemovedEvent'>): void => {
    const { id } = data.appointment
    appointments.remove(tx, id, clock.now())
    searchIndex.remove(tx, id)
    outbox.erase(tx, id)
    forgetResponses(tx, id)
  }
