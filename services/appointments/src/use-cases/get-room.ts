import { accessEnds, joinFrom, requireOpen } from '@appointments/appointment'
import { isStaff, problem, type Caller } from '@appointments/contracts'
import { type StoredAppointment } from '../domain/appointment.ts'
import { rejectOtherAgents } from '../domain/room-access.ts'
import type { Deps } from './deps.ts'
import { getAppointment } from './get-appointment.ts'

type Room = NonNullable<StoredAppointment['appointment']['room']> & { joinFrom: Date }

/**
 * Reads the room of an appointment, for callers who may enter it.
 * @throws Problem APPOINTMENT_NOT_FOUND, FORBIDDEN, NOT_ACTIVATED
 * @throws Problem INVALID_STATE if the appointment has ended, APPOINTMENT_EXPIRED if a customer is too late
 */
export const getRoom = (deps: Pick<Deps, 'pool' | 'clock'>) => {
  const read = getAppointment(deps)
  return async (command: { id: string; caller: Caller }): Promise<Room> => {
    const { caller } = command
    const stored = await read(command)
    const { appointment } = stored
    rejectOtherAgents(caller, stored)
    requireOpen(appointment)
    if (!appointment.room) throw problem('NOT_ACTIVATED')
    if (!isStaff(caller) && deps.clock.now() >= accessEnds(appointment)) throw problem('APPOINTMENT_EXPIRED')
    return { ...appointment.room, joinFrom: joinFrom(appointment, stored.application) }
  }
}
