import { SYSTEM, type RosterSnapshot } from '@appointments/contracts'
import type { KeyedTransaction } from '@appointments/idempotency'
import type { Transaction, Tx } from '@appointments/postgres'
import {
  afterAnswers,
  afterRoster,
  dueClaims,
  EVERY_VERSION,
  isPast,
  settled,
  type Applied,
} from '../domain/unsettled.ts'
import { appointments } from '../repositories/appointments.ts'
import { bookings, SlotInQuestion } from '../repositories/bookings.ts'
import { unsettledSlots, type ToAsk } from '../repositories/unsettled-slots.ts'
import type { Deps } from './deps.ts'
import { takeRoster } from './take-roster.ts'

/** What another service has applied of an appointment. */
export interface AppliedThere {
  id: string
  isRemoved: boolean
  appointmentVersion: number
  rosterVersion: number
  /** The roster itself, from the service that owns it. */
  roster?: RosterSnapshot | undefined
}

/** The reply of a service: `unsupported` from a release that cannot say; undefined when no reply came. */
export type Reply = readonly AppliedThere[] | 'unsupported' | undefined

/** The services that show appointments beside this one. */
export interface OtherServices {
  /** @param endClaimsOf appointments whose claims, as far as they are not stored by now, never will be */
  readAssignments: (ids: readonly string[], endClaimsOf: readonly string[]) => Promise<Reply>
  readAppliedVersions: (ids: readonly string[]) => Promise<Reply>
}

/** Asks the other services about the time that appointments occupy beside bookings. */
export type SettleSlots = (ids: readonly string[]) => Promise<void>

interface Asked extends ToAsk {
  /** Claims that the question ends, unless they are stored. */
  due: string[]
}

const BATCH = 100
/** A booking may have to ask several times: what is in the way behind the first thing shows only then. */
const MOST_TRIES = 3

/**
 * Asks the other services about appointments that keep agents' time occupied beside their bookings. A newer roster is
 * taken over as if its event had come; claims that will not be stored and what every service has replaced are dropped.
 * Everything stays as it is while a service does not reply. The questions are asked outside any transaction.
 * @param transaction one that belongs to no request, so that a request's idempotency key does not count for it
 */
export function settleSlots(
  deps: Pick<Deps, 'pool' | 'outbox' | 'clock'> & { others: OtherServices; transaction: Transaction },
): SettleSlots {
  const { pool, outbox, clock, others, transaction } = deps
  const take = takeRoster({ outbox, clock })

  return async (ids) => {
    const found = await unsettledSlots.findAll(pool, ids)
    const now = clock.now()
    // only what was asked about can be ended by the reply, even if more has become due when it comes
    const asked = found.map((one) => ({ ...one, due: dueClaims(one.unsettled, now).map(({ id }) => id) }))
    const endClaimsOf = asked.filter(({ due }) => due.length > 0).map(({ id }) => id)
    const [assignments, versions] = await Promise.all([
      others.readAssignments(ids, endClaimsOf),
      others.readAppliedVersions(ids),
    ])
    for (const one of asked) await transaction((tx) => settle(tx, one, assignments, versions))
  }

  async function settle(tx: Tx, { id, due, asks }: Asked, assignments: Reply, versions: Reply) {
    const now = clock.now()
    const answer = answerOn(id, assignments)
    const roster = typeof answer === 'object' ? answer.roster : undefined
    // the appointment is locked before what is kept of it, as everywhere
    const before = await appointments.lockForSystem(tx, id)
    if (before && roster && roster.version > before.roster.version)
      await take(tx, id, { roster, actor: SYSTEM, at: now })
    const stored = before && (await appointments.lockForSystem(tx, id))
    if (!stored) await unsettledSlots.lock(tx, id)
    const known = await unsettledSlots.find(tx, id)
    const decided = stored ? afterRoster(known, stored.roster, stored.roster, now) : known
    const endedClaims = new Set(typeof answer === 'object' ? due : [])
    const applied = [answer, answerOn(id, versions)].map(appliedOf)
    const left = isPast(decided, stored?.appointment.end, now)
      ? settled
      : afterAnswers(decided, { applied, endedClaims }, answer === 'unsupported', now)
    bookings.settle(tx, id, stored, { unsettled: left, asks }, now)
  }
}

const answerOn = (id: string, reply: Reply): AppliedThere | 'unsupported' | undefined =>
  typeof reply === 'object' ? reply.find((one) => one.id === id) : reply

const appliedOf = (answer: AppliedThere | 'unsupported' | undefined): Applied =>
  typeof answer === 'object' && answer.isRemoved
    ? { appointmentVersion: EVERY_VERSION, rosterVersion: EVERY_VERSION }
    : answer

/** Asks about everything that is due. @returns a job that says whether there may be more */
export const settleDueSlots =
  ({ pool, clock, settle }: Pick<Deps, 'pool' | 'clock'> & { settle: SettleSlots }) =>
  async (): Promise<boolean> => {
    const ids = await unsettledSlots.due(pool, clock.now(), BATCH)
    if (ids.length > 0) await settle(ids)
    return ids.length === BATCH
  }

/**
 * A transaction that may book. If nothing but time in question is in the way of the booking, the other services are
 * asked about that time, and the transaction is tried again.
 */
export const onceSettled =
  (transaction: KeyedTransaction, settle: SettleSlots): KeyedTransaction =>
  async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction(work)
      } catch (error) {
        if (!(error instanceof SlotInQuestion) || attempt === MOST_TRIES) throw error
        await settle(error.appointmentIds)
      }
    }
  }
