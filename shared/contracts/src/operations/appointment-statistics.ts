import { appointmentStatistics, appointmentStatisticsQuery } from '../appointment-statistics.ts'
import type { OperationTable } from './operation.ts'

/** Statistics of appointments (docs/contract/statistics.md). */
export const appointmentStatisticsOperations = {
  getAppointmentStatistics: {
    method: 'GET',
    path: '/statistics/appointments',
    owner: 'appointments',
    access: { roles: ['ROLE_CLIENT_SERVICE', 'ROLE_SUPERVISOR'] },
    summary: 'Read statistics of appointments',
    query: appointmentStatisticsQuery,
    status: 200,
    response: appointmentStatistics,
    problems: ['APPLICATION_NOT_FOUND'],
  },
} as const satisfies OperationTable
