import type { Application, RosterSnapshot, WholeAppointment } from '@appointments/contracts'
import { beginCourse, type InteractionCourse } from './interaction-course.ts'

/** The local copy of an appointment, with the roster, which this service owns, and the application's settings. */
export interface AppointmentCopy extends WholeAppointment {
  course: InteractionCourse
  /** Claims from before this number was reached are void. */
  claimsEnded: number
  application: Application
}

/** The appointment with a changed roster: one version later. */
export function withRoster<Copy extends AppointmentCopy>(current: Copy, roster: RosterSnapshot): Copy {
  const interactionChanged = roster.interaction !== current.roster.interaction
  return {
    ...current,
    roster: { ...roster, version: current.roster.version + 1 },
    // an operation here decides on what is known here: changes of the appointment up to that are part of it
    ...(interactionChanged && { course: beginCourse(roster.interaction, current.appointment.version) }),
  }
}
