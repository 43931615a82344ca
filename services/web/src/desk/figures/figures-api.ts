import type { Call } from '../api/call.ts'

/** Median and 90th percentile, in seconds. */
export interface Spread {
  median: number
  p90: number
}

/** Figures of the appointments that start on a day or belong to an agent, or of all appointments. */
export interface AppointmentFigures {
  key: string
  booked: number
  cancelledByCustomer: number
  cancelledByStaff: number
  moved: number
  completed: number
  noShow: number
  failed: number
  customerLateness?: Spread
  agentLateness?: Spread
}

/** Numbers of messages. */
export interface MessageFigures {
  key: string
  created: number
  delivered: number
  failed: number
  cancelled: number
  secondsToDelivered?: Spread
}

/** Rows and the time at which they were computed. The time is absent until the first computation. */
export interface Figures<Row> {
  rows: Row[]
  asOf?: string
}

/** The days and the appointments to count; both days are included. */
export interface FiguresQuery {
  applicationId: string
  from: string
  to: string
  agentIds?: readonly string[]
  groupBy: 'day' | 'agent' | 'channel' | 'none'
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
  appointments: (query: FiguresQuery) => call<Figures<AppointmentFigures>>(statistics('appointments', query)),
  messages: (query: FiguresQuery) => call<Figures<MessageFigures>>(statistics('notifications', query)),
})
export type FiguresApi = ReturnType<typeof createFiguresApi>
