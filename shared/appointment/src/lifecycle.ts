import {
  lengthOf,
  problem,
  type Application,
  type AppointmentSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'
import { wholeVersion } from './whole.ts'

const ROOM_OPEN_AFTER_END_MS = 4 * 3_600_000

/** Whether people can still take part: the appointment is neither cancelled nor aborted. */
export const isOpen = ({ state }: Pick<AppointmentSnapshot, 'state'>): boolean =>
  state === 'SCHEDULED' || state === 'ACTIVATED'

/**
 * Requires an appointment that is neither cancelled nor aborted.
 * @throws Problem INVALID_STATE with the state as an extension
 */
export function requireOpen({ state }: Pick<AppointmentSnapshot, 'state'>): void {
  if (!isOpen({ state }))
    throw problem('INVALID_STATE', { detail: `The appointment is ${state}`, extensions: { state } })
}

/**
 * Compares If-Match with the version that a client would read now.
 * @param ifMatch versions of the header; absent if the caller accepts any
 * @throws Problem VERSION_MISMATCH
 */
export function requireVersion(whole: WholeAppointment, ifMatch: readonly number[] | undefined): void {
  if (ifMatch && !ifMatch.includes(wholeVersion(whole))) throw problem('VERSION_MISMATCH')
}

/** Time at which a room closes: four hours after the end, or after the activation if that was later. */
export const roomExpiry = (end: string, activatedAt: string): string =>
  new Date(Math.max(Date.parse(end), Date.parse(activatedAt)) + ROOM_OPEN_AFTER_END_MS).toISOString()

/** The time from which presence counts and participants are expected to join. They may enter earlier. */
export const joinFrom = (
  { start }: Pick<AppointmentSnapshot, 'start'>,
  { earlyJoin }: Pick<Application, 'earlyJoin'>,
): Date => new Date(Date.parse(start) - lengthOf(earlyJoin))

/**
 * When all access to the room ends: at the expiry of the room, or four hours after the end without a room.
 */
export const accessEnds = ({ room, end }: Pick<AppointmentSnapshot, 'room' | 'end'>): Date =>
  new Date(room ? room.expires : Date.parse(end) + ROOM_OPEN_AFTER_END_MS)
