import type { appointmentStatisticsOperations } from '@appointments/contracts'
import type { Examples } from './example.ts'

/** Example of the operation on numbers of appointments. */
export const appointmentStatisticsExamples: Examples<typeof appointmentStatisticsOperations> = {
  getAppointmentStatistics: {
    response: {
      rows: [
        {
          key: '2027-01-09',
          booked: 24,
          cancelledByCustomer: 2,
          cancelledByStaff: 1,
          moved: 5,
          completed: 18,
          noShow: 2,
          failed: 1,
          customerLateness: { median: 0, p90: 180 },
          agentLateness: { median: 0, p90: 45 },
        },
      ],
      asOf: '2027-01-10T06:00:00Z',
    },
  },
}
