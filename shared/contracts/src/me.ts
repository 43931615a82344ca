import { z } from 'zod'
import { roles } from './callers.ts'

/** Maximum number of applications that a caller is shown; the list of applications has all of them. */
export const MOST_OWN_APPLICATIONS = 1000

/** The caller as the token identifies it, and the applications of its organization. */
export const me = z
  .object({
    /** Absent for a machine whose token names no user. */
    userId: z.string().optional(),
    /** Of an agent that the directory names. */
    displayName: z.string().optional(),
    roles: z.array(z.enum(roles)),
    organizationId: z.string().optional(),
    applications: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        agentReassignmentEnabled: z.boolean(),
        timezone: z.string(),
        /** Whether customers see the notes of an appointment. */
        notesForCustomers: z.boolean(),
        /** Whether a role of the caller may book outside the calendar. */
        mayOverrideCalendar: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Me' })
export type Me = z.input<typeof me>
