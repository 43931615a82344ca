import type { Appointment } from '../../src/response-bodies.ts'
import { APPLICATION } from './applications.ts'
import { CONTENDED, CONTENDED_AGENTS, CONTENDED_STARTS } from './contended.ts'
import { APPOINTMENTS, type Lane } from './lane.ts'

/** Appointments that all clients change concurrently. */
const SHARED = 4
/** Part of the titles of bookings that are sent once, without an idempotency key. */
export const WITHOUT_KEY = 'without a key'

/**
 * Books an appointment.
 * @param kind `rival`: for an agent of its own, at a time for which clients compete; `undisputed`: for which no client
 *   competes, and which only this client changes
 */
export async function book(lane: Lane, kind: 'any' | 'rival' | 'undisputed' = 'any'): Promise<void> {
  const { number, luck, contended, shared, carryOut } = lane
  const isRival = kind === 'rival'
  const isContended = isRival || (kind === 'any' && luck.next() < contended)
  const isPlain = kind === 'any' && !isContended
  const isShared = isPlain && shared.length < SHARED && luck.next() < 0.4
  const isOnce = isPlain && !isShared && luck.next() < 0.25
  const count = lane.count()
  const title = `lane ${number} booking ${count}${isOnce ? ` ${WITHOUT_KEY}` : ''}`
  const start = isContended ? luck.oneOf(CONTENDED_STARTS) : lane.when()
  // without a target the caller would be the agent, whose time only one of these bookings can have
  const agent = isRival ? `rival-${count}` : luck.oneOf(CONTENDED_AGENTS)
  const body = {
    applicationId: isContended ? CONTENDED : APPLICATION,
    title,
    start,
    duration: 'PT30M',
    customers: [lane.customer()],
    ...(isContended && { targetAssignment: { type: 'AGENT', id: agent } }),
  }
  const { outcome } = await carryOut({
    operation: 'schedule',
    method: 'POST',
    path: APPOINTMENTS,
    body,
    expects: isContended ? 'either' : 'acceptance',
    isOnce,
    isShared,
  })
  if (outcome.is !== 'ok') return
  const { id, participants } = outcome.body as Appointment
  const customers = participants.filter(({ type }) => type === 'CUSTOMER').map((one) => one.id)
  const agents = isContended ? [agent] : []
  const states = { isOpen: true, isActive: false, presence: undefined, isKnown: false }
  const own = { id, start, title, customers, agents, ...states, isContended, isShared }
  ;(isShared ? shared : lane.open).push(own)
}
