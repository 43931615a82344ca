import type { Idempotency } from '@appointments/idempotency'
import type { Appliers, Apply } from '@appointments/outbox'
import type { AppointmentEvent } from '../domain/follow-appointment.ts'
import type { Applications } from '../repositories/applications.ts'
import type { Deps } from '../use-cases/deps.ts'
import { eraseAppointment } from '../use-cases/erase-appointment.ts'
import { followAppointment } from '../use-cases/follow-appointment.ts'
import { keepAppointment } from '../use-cases/keep-appointment.ts'
import { updateCustomer } from '../use-cases/update-customer.ts'

type ConsumerDeps = Pick<Deps, 'appointments' | 'customers' | 'tickets' | 'outbox' | 'clock'> & {
  applications: Applications
  forgetAnswers: Idempotency['forget']
}

/** What this service does with each event it hears. */
export function createAppliers(deps: ConsumerDeps): Appliers {
  const follow: Apply<AppointmentEvent['type']> = followAppointment(deps)
  const update = updateCustomer(deps)
  return {
    APScheduledEvent: keepAppointment(deps),
    APUpdatedEvent: async (tx, event) => {
      await follow(tx, event)
      await update(tx, event)
    },
    APRescheduledEvent: follow,
    APActivatedEvent: follow,
    APCancelledEvent: follow,
    APDeletedEvent: follow,
    APAbortedEvent: follow,
    APOutcomeEvent: follow,
    APRemovedEvent: eraseAppointment(deps),
    APApplicationChangedEvent: (tx, { data }) => deps.applications.keep(tx, data.application),
  }
}
