import { isStaff, problem, type Caller } from '@appointments/contracts'
import type { StoredAppointment } from '../domain/appointment.ts'
import { appointments } from '../repositories/appointments.ts'
import type { Deps } from './deps.ts'

/** Reads an appointment. @throws Problem FORBIDDEN where a customer's grant does not let it read */
export const getAppointment =
  ({ pool }: Deps) =>
  ({ id, caller }: { id: string; caller: Caller }): Promise<StoredAppointment> => {
    const grant = caller.customer
    if (!isStaff(caller) && grant?.via === 'manage' && !grant.actions.includes('READ'))
      throw problem('FORBIDDEN')
    return appointments.read(pool, caller, id)
  }
