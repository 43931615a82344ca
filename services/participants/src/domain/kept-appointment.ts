import {
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
