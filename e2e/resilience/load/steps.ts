import type { Participant } from '../../src/response-bodies.ts'
import { CLAIMED_AGENTS, CONTENDED_AGENTS, CONTENDED_STARTS } from './contended.ts'
import { APPOINTMENTS, forget, type Lane, type Own } from './lane.ts'

/** Changes of shared appointments that publish an event in whatever order they happen. */
export const ON_SHARED = [
  'reschedule',
  'reschedule',
  'update',
  'update',
  'addCustomer',
  'addCustomer',
  'cancel',
] as const

/** Changes of a client's own appointments; frequent ones occur several times. */
export const ON_OWN = [
  'reschedule',
  'reschedule',
  'reschedule',
  'update',
  'addCustomer',
  'removeCustomer',
  'addAgent',
  'reassign',
  'activate',
  'presence',
  'presence',
  'cancel',
  'remove',
  'rejected',
] as const

/** The changes that a client makes to appointments. */
export function stepsOf(lane: Lane) {
  const { number, luck, carryOut } = lane
  const wanted = number === 0 ? CLAIMED_AGENTS : CONTENDED_AGENTS

  /** A change of one appointment; a client no longer touches an appointment after an unknown outcome. */
  const change = async (
    own: Own,
    operation: string,
    [method, path, body]: [string, string, unknown?],
    apply: (response: unknown) => void,
  ) => {
    const { id, isShared } = own
    const expects = own.isContended || isShared ? 'either' : 'acceptance'
    const about = { operation, method, path, body, appointmentId: id, expects, isShared } as const
    const { outcome } = await carryOut(about)
    if (outcome.is === 'ok') apply(outcome.body)
    else if (outcome.is === 'rejected' && expects === 'either') return
    else forget(lane, own)
  }

  return {
    reschedule: (own) => {
      const start = own.isContended ? anotherContended(lane, own.start) : anotherFree(lane, own)
      return change(
        own,
        'reschedule',
        ['PUT', `${APPOINTMENTS}/reschedule`, { id: own.id, start }],
        () => (own.start = start),
      )
    },
    update: (own) => {
      const title = `lane ${number} change ${lane.count()}`
      return change(own, 'update', ['PUT', APPOINTMENTS, { id: own.id, title }], () => (own.title = title))
    },
    addCustomer: (own) =>
      change(
        own,
        'addCustomer',
        ['POST', `${APPOINTMENTS}/participants/customers`, { id: own.id, customer: lane.customer() }],
        (response) => own.customers.push((response as Participant).id),
      ),
    removeCustomer: async (own) => {
      const [, second] = own.customers
      if (second === undefined) return
      const path = `${APPOINTMENTS}/${own.id}/participants/${second}`
      await change(own, 'removeParticipant', ['DELETE', path], () => {
        own.customers = own.customers.filter((one) => one !== second)
      })
    },
    addAgent: (own) => {
      const userId = own.isContended ? luck.oneOf(wanted) : `agent-${number}-${lane.count()}`
      const path = `${APPOINTMENTS}/participants/agents`
      return change(own, 'addAgent', ['POST', path, { id: own.id, userId }], () => own.agents.push(userId))
    },
    reassign: async (own) => {
      const userId = luck.oneOf(wanted)
      if (!own.isContended || own.agents.includes(userId)) return
      await change(own, 'reassign', ['PUT', `${APPOINTMENTS}/reassign`, { id: own.id, userId }], () => {
        own.agents = [userId]
      })
    },
    activate: async (own) => {
      // an open room stays as it is, without an event
      if (own.isActive) return
      await change(
        own,
        'activate',
        ['POST', `${APPOINTMENTS}/activate/${own.id}`],
        () => (own.isActive = true),
      )
    },
    presence: async (own) => {
      const [customer] = own.customers
      if (customer === undefined) return
      const state = own.presence === 'WAITING' ? 'JOINED' : 'WAITING'
      const path = `${APPOINTMENTS}/${own.id}/participants/${customer}?state=${state}`
      await change(own, 'presence', ['PUT', path], () => (own.presence = state))
    },
    cancel: (own) => {
      const request = { reason: 'No longer needed' }
      return change(own, 'cancel', ['PUT', `${APPOINTMENTS}/${own.id}/cancel`, request], () => {
        own.isOpen = false
        forget(lane, own)
        if (own.isShared) lane.shared.splice(lane.shared.indexOf(own), 1)
      })
    },
    remove: (own) => change(own, 'remove', ['DELETE', `${APPOINTMENTS}/${own.id}`], () => forget(lane, own)),
    rejected: async (own) => {
      await carryOut({
        operation: 'reschedule',
        method: 'PUT',
        path: `${APPOINTMENTS}/reschedule`,
        body: { id: own.id, start: '2001-01-01T08:00:00Z' },
        appointmentId: own.id,
        expects: 'rejection',
      })
    },
  } satisfies Record<string, (own: Own) => Promise<void>>
}

/** A contended time other than the current one: a move to the same time changes nothing and publishes no event. */
function anotherContended({ luck }: Lane, start: string): string {
  const at = CONTENDED_STARTS.findIndex((one) => Date.parse(one) === Date.parse(start))
  const steps = luck.oneOf([1, 2, 3, 4])
  return CONTENDED_STARTS[(Math.max(at, 0) + steps) % CONTENDED_STARTS.length] ?? CONTENDED_STARTS[0]
}

/** A start other than the current one. */
function anotherFree(lane: Lane, own: Own): string {
  // another client could choose the same start, because only a few starts are soon
  const start = own.isShared ? lane.farOff() : lane.when()
  return start === own.start ? anotherFree(lane, own) : start
}
