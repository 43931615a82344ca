import { createHash, timingSafeEqual } from 'node:crypto'
import { accessEnds, agentsOf, customersOf, isOpen } from '@appointments/appointment'
import type { RoomView } from '@appointments/contracts'
import { type AppointmentCopy } from '../domain/appointment-copy.ts'
import type { Deps } from './deps.ts'

interface ViewRoom {
  appointmentId: string
  /** The name at the end of the address, which only people with the link know. */
  room: string
}

/**
 * Who is expected in a room with a default address, and when. The room's name grants access. The result is undefined
 * for an unknown appointment, an appointment without a room and a wrong name, so that these look the same.
 */
export const viewRoom =
  ({ appointments, customers, clock }: Pick<Deps, 'appointments' | 'customers' | 'clock'>) =>
  async ({ appointmentId, room }: ViewRoom): Promise<RoomView | undefined> => {
    const whole = await appointments.find(appointmentId)
    if (!whole || whole === 'removed' || !isAddressOf(whole, room)) return undefined
    const { appointment, roster, application } = whole
    const { state, applicationId, locale, start, end, timezone } = appointment
    const page = { applicationId, locale }
    if (!isOpen(appointment)) return { state: state === 'CANCELLED' ? 'CANCELLED' : 'ABORTED', ...page }
    if (clock.now() >= accessEnds(appointment)) return { state: 'EXPIRED', ...page }

    const expected = customersOf(roster)
    const records = await Promise.all(expected.map(({ id }) => customers.find(appointmentId, id)))
    const names = records.flatMap((customer) => customer?.record.firstName ?? [])
    const company = application.notifications.from?.emailName
    return {
      state: 'OPEN',
      ...page,
      expected: {
        start,
        end,
        timezone,
        ...(company !== undefined && { company }),
        customers: names,
        unnamedCustomers: expected.length - names.length,
        agents: agentsOf(roster).length,
      },
    }
  }

/** Compares only the end of the address, in constant time. The rest depends on the system's public address. */
function isAddressOf({ appointment: { id, room } }: AppointmentCopy, name: string): boolean {
  if (!room || !URL.canParse(room.url)) return false
  const path = new URL(room.url).pathname.split('/').slice(-3).join('/')
  return timingSafeEqual(digest(path), digest(`rooms/${encodeURIComponent(id)}/${name}`))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
