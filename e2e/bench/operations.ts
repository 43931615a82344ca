import { daysAhead } from '@appointments/testing'
import type { Caller } from './caller.ts'
import type { LoadRequest } from './measure.ts'
import { SEEDED_FROM } from './seed.ts'

export const V2 = '/api/v2/appointments'

/** Days over which bookings are spread, from the day after tomorrow on. */
const DAYS = 300
const MINUTES_A_DAY = 1440
let booked = 0

/** The body of a booking for an agent and one customer, who gets mail; each has another time and address. */
export function booking({ applicationId, agentId }: Pick<Caller, 'applicationId' | 'agentId'>): string {
  booked += 1
  // a stride without a common divisor visits every minute once
  const minute = (booked * 7919) % (DAYS * MINUTES_A_DAY)
  return JSON.stringify({
    applicationId,
    title: 'Contract review',
    start: new Date(Date.parse(daysAhead(2)) + minute * 60_000).toISOString(),
    duration: 'PT30M',
    timezone: 'Europe/Berlin',
    customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: `ada-${booked}@example.com` } }],
    targetAssignment: { type: 'AGENT', id: agentId },
  })
}

/** The measured operations, as the requests that a caller sends in turn. */
export const operations = {
  'settled schedule': (caller) => [{ method: 'POST', path: V2, body: () => booking(caller) }],
  'get by id': ({ booked: { id } }) => [{ method: 'GET', path: `${V2}/${id}` }],
  'list by agent': ({ seededAgentId }) => [
    {
      method: 'GET',
      path: `${V2}?agentId=${seededAgentId}&range=${SEEDED_FROM},${daysAhead(365, '00:00:00')}`,
    },
  ],
  'overlap count': ({ applicationId, organizationId }) => [
    {
      method: 'GET',
      path: `${V2}/overlap/count?applicationId=${applicationId}&organizationId=${organizationId}&start=${daysAhead(60, '00:00:00')}&duration=P7D`,
    },
  ],
  'presence change': ({ booked: { id, customerId } }) =>
    ['WAITING', 'LEFT'].map((state) => ({
      method: 'PUT',
      path: `${V2}/${id}/participants/${customerId}?state=${state}`,
    })),
} satisfies Record<string, (caller: Caller) => LoadRequest[]>

export type OperationName = keyof typeof operations
export const operationNames = Object.keys(operations) as OperationName[]

/** Callers of a system at an address. */
export interface Desk {
  url: string
  callers: readonly Caller[]
}

/**
 * An operation as a load: the callers take turns, and each belongs to one client, so no two clients change the same
 * appointment.
 * @param which the requests of one caller
 */
export const requestsFor = (
  { url, callers }: Desk,
  which: OperationName | ((caller: Caller) => LoadRequest[]),
) => ({
  url,
  requestsOf: (client: number, clients: number): LoadRequest[] => {
    const own = callers.filter((_, index) => index % clients === client % callers.length)
    return own.flatMap((caller) =>
      (typeof which === 'string' ? operations[which] : which)(caller).map((request) => ({
        ...request,
        headers: { authorization: caller.authorization, 'content-type': 'application/json' },
      })),
    )
  },
})
