import { forCustomer, rejectRemovedCustomer } from '@appointments/appointment'
import { isStaff, problem, type Caller } from '@appointments/contracts'
import type { StoredAppointment } from '../domain/appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import type { Deps } from './deps.ts'

/** Reads an appointment. @throws Problem FORBIDDEN if a customer may not read it or is no longer a participant */
export const getAppointment =
  ({ pool, clock }: Pick<Deps, 'pool' | 'clock'>) =>
  async ({ id, caller }: { id: string; caller: Caller }): Promise<StoredAppointment> => {
    const grant = caller.customer
    if (!isStaff(caller) && grant?.via === 'manage' && !grant.actions.includes('READ'))
      throw problem('FORBIDDEN', 'The manage link of this token does not permit reading.')
    const [stored, settings] = await Promise.all([
      appointments.read(pool, caller, id),
      isStaff(caller) ? {} : availabilitySettings.ofAppointment(pool, id),
    ])
    rejectRemovedCustomer(caller, stored.roster)
    return forCustomer(stored, settings, caller, clock.now())
  }
