import { z } from 'zod'
import { anyCase } from './enumerations.ts'
import { statisticsQuery } from './statistics-query.ts'

/* Numbers of appointments by the day of their start (docs/contract/statistics.md). */

export const appointmentGroups = ['day', 'agent', 'queue', 'serviceType', 'none'] as const
export type AppointmentGroup = (typeof appointmentGroups)[number]

export const appointmentStatisticsQuery = statisticsQuery.safeExtend({
  groupBy: anyCase(appointmentGroups).default('none'),
})
export type AppointmentStatisticsQuery = z.output<typeof appointmentStatisticsQuery>

const lateness = z.object({ median: z.int(), p90: z.int() }).meta({ id: 'Lateness' })

const appointmentFigures = z
  .object({
    key: z.string(),
    booked: z.int(),
    cancelledByCustomer: z.int(),
    cancelledByStaff: z.int(),
    moved: z.int(),
    completed: z.int(),
    noShow: z.int(),
    failed: z.int(),
    customerLateness: lateness.optional(),
    agentLateness: lateness.optional(),
  })
  .meta({ id: 'AppointmentFigures' })
export type AppointmentFigures = z.input<typeof appointmentFigures>

export const appointmentStatistics = z
  .object({
    rows: z.array(appointmentFigures),
    /** Absent until the numbers have been computed for the first time. */
    asOf: z.string().meta({ format: 'date-time' }).optional(),
  })
  .meta({ id: 'AppointmentStatistics' })
