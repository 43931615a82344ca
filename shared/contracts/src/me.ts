import { z } from 'zod'
import { roles } from './callers.ts'

/** Maximum number of applications in the response; the list of applications has all of them. */
export const MOST_OWN_APPLICATIONS = 1000

/** The caller that the token identifies, and the applications of its organization. */
export const me = z
  .object({
    /** Absent for a machine whose token names no user. */
    userId: z.string().optional(),
    /** Only for agents whose name the directory knows. */
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
        /** Whether one of the caller's roles may book outside the calendar. */
        mayOverrideCalendar: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Me' })
export type Me = z.input<typeof me>
