import { setTimeout as pause } from 'node:timers/promises'
import jwt from 'jsonwebtoken'
import type { Role } from '@appointments/contracts'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import { inParallel } from '../src/in-parallel.ts'
import type { Appointment } from '../src/response-bodies.ts'
import type { Caller } from './caller.ts'
import { booking, V2 } from './operations.ts'
import { AGENTS_EACH } from './seed.ts'
import { callersEach, clients, JWT_SECRET, organizations } from './settings.ts'

/** A token of the benchmark. */
export const token = (userId: string, organizationId: string, roles: readonly Role[]): string =>
  jwt.sign({ roles, userId, organizationId }, JWT_SECRET, { expiresIn: '6h' })

export const organizationOf = (number: number) => `org-${number}`
export const applicationOf = (number: number) => `app-${number}`

const ATTEMPTS = 10

/** No sending limit of an application may hold mails of the benchmark back. */
const NOTIFICATIONS = { active: true, limits: { emailPerMinute: 100_000 } }

/** Registers an application of each organization; its bookings send mail. */
export async function registerApplications(url: string): Promise<void> {
  for (let number = 0; number < organizations; number += 1) {
    const call = client(url, token('machine', organizationOf(number), ['ROLE_CLIENT_SERVICE']))
    const settings = { notifications: NOTIFICATIONS }
    await done(call('PUT', `/api/v2/applications/${applicationOf(number)}`, settings))
  }
}

/**
 * Callers of the organizations that have seeded appointments, ordered so that neighbours belong to different ones; each
 * books an appointment.
 * @param applications how many applications are seeded
 */
export function createCallers(url: string, applications: number): Promise<Caller[]> {
  const seeded = Math.min(organizations, applications)
  return inParallel(
    Array.from({ length: organizations * callersEach }, (_, index) => index),
    clients,
    async (index) => {
      const [number, turn] = [index % seeded, Math.floor(index / seeded)]
      const organizationId = organizationOf(number)
      const own = token(`desk-${index}`, organizationId, ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'])
      const caller = {
        authorization: `Bearer ${own}`,
        organizationId,
        applicationId: applicationOf(number),
        agentId: `desk-agent-${index}`,
        seededAgentId: `agent-${number + applications * (turn % AGENTS_EACH)}`,
      }
      const body = await book(client(url, own), booking(caller))
      const { id, participants } = body
      const customer = participants.find(({ type }) => type === 'CUSTOMER')
      if (!customer) throw new Error('a booking has no customer')
      return { ...caller, booked: { id, customerId: customer.id, body: JSON.stringify(body) } }
    },
  )
}

/** Books as a client does, and retries after 503, because services that have just started may be busy. */
async function book(call: Call, body: string): Promise<Appointment> {
  for (let attempt = 1; ; attempt += 1) {
    const response = call('POST', V2, body)
    if ((await response).status !== 503 || attempt === ATTEMPTS) return (await done(response)) as Appointment
    await pause(1000)
  }
}
