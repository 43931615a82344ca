import type {
  AppointmentFigures,
  AppointmentStatisticsQuery,
  NotificationStatisticsQuery,
  ResponseOf,
  v2AdministrationOperations,
} from '@appointments/contracts'
import type { Call } from '../api/call.ts'

export type { AppointmentFigures } from '@appointments/contracts'

/** Median and 90th percentile, in seconds. */
export type Spread = NonNullable<AppointmentFigures['customerLateness']>

export type AppointmentStatistics = ResponseOf<typeof v2AdministrationOperations.getAppointmentStatistics>
export type MessageStatistics = ResponseOf<typeof v2AdministrationOperations.countNotifications>

/** The days and the appointments to count; both days are included. */
export interface FiguresQuery {
  applicationId: string
  from: string
  to: string
  agentIds?: readonly string[]
  groupBy: AppointmentStatisticsQuery['groupBy'] | NotificationStatisticsQuery['groupBy']
}

const statistics = (
  of: 'appointments' | 'notifications',
  { applicationId, from, to, agentIds, groupBy }: FiguresQuery,
) => {
  const query = new URLSearchParams({ applicationId, from, to, groupBy })
  if (agentIds) query.set('agentId', agentIds.join(','))
  return `api/v2/statistics/${of}?${query.toString()}`
}

/** The requests of the figures. @param call sends a request with the token */
export const createFiguresApi = (call: Call) => ({
  appointments: (query: FiguresQuery) => call<AppointmentStatistics>(statistics('appointments', query)),
  messages: (query: FiguresQuery) => call<MessageStatistics>(statistics('notifications', query)),
})
export type FiguresApi = ReturnType<typeof createFiguresApi>
