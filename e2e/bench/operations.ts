import { daysAhead } from '@appointments/testing'
import type { Call } from '../src/client.ts'
import type { Asked } from './measure.ts'
import { SEEDED_FROM } from './seed.ts'

/** An appointment booked through the gateway, with a customer whose presence can change. */
interface Booked {
  id: string
  customerId: string
  body: string
}

/** Address, caller and appointments of the measured operations. */
export interface Desk {
  url: string
  token: string
  booked: readonly Booked[]
}

const BOOKED = 32
const V2 = '/api/v2/appointments'

/** The body of a desk's booking, with one customer. */
export const schedule = (): string =>
  JSON.stringify({
    applicationId: 'bench',
    title: 'Contract review',
    start: daysAhead(30),
    duration: 'PT30M',
    timezone: 'Europe/Berlin',
    customers: [{ name: { firstName: 'Ada' }, contact: { primaryEmail: 'ada@example.com' } }],
  })

/** Books the appointments of a desk, with limits of notifications high enough not to matter. */
export async function bookings(call: Call): Promise<Booked[]> {
  const limits = { emailPerMinute: 100_000, smsPerSecond: 100, perRecipientPerDay: 1000 }
  const settings = { notifications: { active: true, limits } }
  const { status, body } = await call('PUT', '/api/v2/applications/bench', settings)
  if (status !== 200)
    throw new Error(`registering the application returned ${status}: ${JSON.stringify(body)}`)
  const booked: Booked[] = []
  for (let count = 0; count < BOOKED; count += 1) {
    const answer = await call('POST', V2, schedule())
    if (answer.status !== 201 && answer.status !== 200) throw new Error(`a booking returned ${answer.status}`)
    const { id, participants } = answer.body as { id: string; participants: { id: string; type: string }[] }
    const customer = participants.find(({ type }) => type === 'CUSTOMER')
    if (!customer) throw new Error('a booking has no customer')
    booked.push({ id, customerId: customer.id, body: JSON.stringify(answer.body) })
  }
  return booked
}

/**
 * The measured operations. Each returns the requests of one of several clients in turn; two clients
 * change the same appointment only if there are more clients than appointments.
 */
export const operations = {
  'settled schedule': () => [{ method: 'POST', path: V2, body: schedule() }],
  'get by id': ({ booked }, client) => [{ method: 'GET', path: `${V2}/${of(booked, client).id}` }],
  'list by agent': () => [
    { method: 'GET', path: `${V2}?agentId=agent-7&range=${SEEDED_FROM},${daysAhead(365, '00:00:00')}` },
  ],
  'overlap count': () => [
    {
      method: 'GET',
      path: `${V2}/overlap/count?applicationId=app-7&organizationId=any&start=${daysAhead(60, '00:00:00')}&duration=P7D`,
    },
  ],
  'presence change': ({ booked }, client) =>
    ['WAITING', 'LEFT'].map((state) => {
      const { id, customerId } = of(booked, client)
      return { method: 'PUT', path: `${V2}/${id}/participants/${customerId}?state=${state}` }
    }),
} satisfies Record<string, (desk: Desk, client: number) => Asked[]>

export type OperationName = keyof typeof operations
export const operationNames = Object.keys(operations) as OperationName[]

const of = (booked: readonly Booked[], client: number): Booked => {
  const one = booked[client % booked.length]
  if (!one) throw new Error('there are no bookings')
  return one
}

/** An operation as a load. */
export const asked = (desk: Desk, name: OperationName) => ({
  url: desk.url,
  headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' },
  requestsOf: (client: number) => operations[name](desk, client),
})
