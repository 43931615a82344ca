import type { AppointmentsEvent } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { Deps } from './deps.ts'

type EraseDeps = Pick<Deps, 'appointments' | 'outbox' | 'clock' | 'forgetAnswers'>

/** Erases an appointment, its participants and the stored responses about it. Only the id remains. */
export const eraseAppointment =
  ({ appointments, outbox, clock, forgetAnswers }: EraseDeps) =>
  (tx: Tx, { data }: AppointmentsEvent<'APRemovedEvent'>): void => {
    const { id } = data.appointment
    appointments.remove(tx, id, clock.now())
    outbox.erase(tx, id)
    forgetAnswers(tx, id)
  }
