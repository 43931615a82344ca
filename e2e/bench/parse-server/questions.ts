import { daysAhead } from '@appointments/testing'
import type { LoadRequest } from '../measure.ts'
import { booking, type OperationName } from '../operations.ts'
import { SEEDED_FROM } from '../seed.ts'
import { organizations } from '../settings.ts'
import { bareRow, date, DESK, type Filled } from './fill.ts'

type Questions = (client: number) => LoadRequest[]

/** The requests of our operations as Parse Server REST requests; a write is one plain row. */
export function ofOneRow({ rows }: Filled): Record<OperationName, Questions> {
  const one = (client: number) => `${CLASS}/${rows[client % rows.length] ?? ''}`
  return {
    'settled schedule': () => [{ method: 'POST', path: CLASS, body: json(bareRow('bench', 'desk-1')) }],
    'get by id': (client) => [{ method: 'GET', path: one(client) }],
    'list by agent': (client) => [
      {
        method: 'GET',
        path: `${where({ agentId: `agent-${client}`, start: between(SEEDED_FROM, daysAhead(365, '00:00:00')) })}&order=start&limit=20&count=1`,
      },
    ],
    'overlap count': (client) => [
      {
        method: 'GET',
        path: `${where({
          applicationId: `app-${client % organizations}`,
          start: { $lt: date(daysAhead(67, '00:00:00')) },
          end: { $gt: date(daysAhead(60, '00:00:00')) },
        })}&count=1&limit=0`,
      },
    ],
    'presence change': (client) =>
      ['WAITING', 'LEFT'].map((presence) => ({ method: 'PUT', path: one(client), body: json({ presence }) })),
  }
}

/** The write operations as calls of the cloud code, which keeps the same records as this system. */
export const ofSameRecords = ({ booked }: Filled): Partial<Record<OperationName, Questions>> => ({
  'settled schedule': () => [
    { method: 'POST', path: '/parse/functions/schedule', body: () => booking(DESK) },
  ],
  'presence change': (client) =>
    ['WAITING', 'LEFT'].map((presence) => ({
      method: 'POST',
      path: '/parse/functions/changePresence',
      body: json({ ...booked[client % booked.length], presence }),
    })),
})

const CLASS = '/parse/classes/Appointment'
const json = (body: object) => JSON.stringify(body)
const where = (filter: object) => `${CLASS}?where=${encodeURIComponent(JSON.stringify(filter))}`
const between = (from: string, to: string) => ({ $gte: date(from), $lt: date(to) })
