import type { Application, BookingWarning, RosterSnapshot, WholeAppointment } from '@appointments/contracts'
import type { CalendarPolicy } from './calendar-policy.ts'
import { beginCourse, type InteractionCourse } from './interaction-course.ts'

/** The local copy of an appointment, with the roster, which this service owns, and the application's settings. */
export interface AppointmentCopy extends WholeAppointment {
  course: InteractionCourse
  /** How many times claims were ended. A claim that was made at a lower number is void. */
  claimsEnded: number
  /** Decisions made in this or an earlier version of the appointment are declined. */
  decisionsEnded: number
  application: Application
  /** How the application offers times. */
  calendar: CalendarPolicy
  /** Display names of its agents by their ids, from the directory; never stored with the appointment. */
  agentNames?: Readonly<Record<string, string>>
  /** Warnings of the write that was just made; never stored. */
  warnings?: readonly BookingWarning[] | undefined
}

/** The appointment with a changed roster: one version later. */
export function withRoster<Copy extends AppointmentCopy>(current: Copy, roster: RosterSnapshot): Copy {
  const interactionChanged = roster.interaction !== current.roster.interaction
  return {
    ...current,
    roster: { ...roster, version: current.roster.version + 1 },
    // the operation was decided on the local copy, so it already includes the changes up to that version
    ...(interactionChanged && { course: beginCourse(roster.interaction, current.appointment.version) }),
  }
}
