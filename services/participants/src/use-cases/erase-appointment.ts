import type { AppointmentsEvent } from '@appointments/contracts'
import type { Idempotency } from '@appointments/idempotency'
import type { Sql } from '@appointments/postgres'
import type { Deps } from './deps.ts'

type EraseDeps = Pick<Deps, 'appointments' | 'outbox' | 'clock'> & { forgetAnswers: Idempotency['forget'] }

/** Erases an appointment, all who took part in it, and the kept answers about it; only its id is remembered. */
export const eraseAppointment =
  ({ appointments, outbox, clock, forgetAnswers }: EraseDeps) =>
  async (tx: Sql, { data }: AppointmentsEvent<'APRemovedEvent'>): Promise<void> => {
    const { id } = data.appointment
    await appointments.remove(tx, id, clock.now())
    await outbox.erase(tx, id)
    await forgetAnswers(tx, id)
  }
