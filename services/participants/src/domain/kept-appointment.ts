import {
  problem,
  wholeVersion,
  type Application,
  type AppointmentSnapshot,
  type RosterSnapshot,
  type WholeAppointment,
} from '@appointments/contracts'
import { beginCourse, type InteractionCourse } from './interaction-course.ts'

/** An appointment as this service keeps it: its own roster, the appointment's newest snapshot, and the settings. */
export interface KeptAppointment extends WholeAppointment {
  course: InteractionCourse
  /** Claims from before this number was reached are void. */
  claimsEnded: number
  application: Application
}

/** The appointment with a changed roster: one version later. */
export function withRoster<Kept extends KeptAppointment>(current: Kept, roster: RosterSnapshot): Kept {
  const interactionChanged = roster.interaction !== current.roster.interaction
  return {
    ...current,
    roster: { ...roster, version: current.roster.version + 1 },
    // an operation here decides on what is known here: changes of the appointment up to that are part of it
    ...(interactionChanged && { course: beginCourse(roster.interaction, current.appointment.version) }),
  }
}

/** Whether people can still take part: neither cancelled nor aborted. */
export const isOpen = ({ state }: Pick<AppointmentSnapshot, 'state'>): boolean =>
  state === 'SCHEDULED' || state === 'ACTIVATED'

/**
 * Refuses changes of an appointment that is over for good.
 * @throws Problem INVALID_STATE with the state as an extension
 */
export function refuseClosed({ appointment }: WholeAppointment): void {
  if (!isOpen(appointment)) {
    throw problem('INVALID_STATE', {
      detail: `The appointment is ${appointment.state}`,
      extensions: { state: appointment.state },
    })
  }
}

/**
 * Refuses a write whose caller has read another version.
 * @param expected versions of If-Match; absent where the caller does not care
 * @throws Problem VERSION_MISMATCH
 */
export function refuseOtherVersion(whole: WholeAppointment, expected: readonly number[] | undefined): void {
  if (expected && !expected.includes(wholeVersion(whole))) throw problem('VERSION_MISMATCH')
}
