import { rejectsOverlaps } from '@appointments/appointment'
import { SYSTEM, type InternalResponse } from '@appointments/contracts'
import type { KeyedTransaction } from '@appointments/idempotency'
import type { Transaction, Tx } from '@appointments/postgres'
import {
  afterReplies,
  afterRoster,
  dueClaims,
  EVERY_VERSION,
  isPast,
  settled,
  type Applied,
  type PendingAssignment,
  type Unsettled,
} from '../domain/unsettled.ts'
import { withDecisionEnded } from '../domain/assignment.ts'
import { otherClaimsOf } from '../domain/other-claims.ts'
import type { StoredAppointment } from '../domain/stored-appointment.ts'
import { claimsChanged } from '../events.ts'
import { appointments } from '../repositories/appointments.ts'
import { bookings } from '../repositories/bookings.ts'
import { SlotInQuestion } from '../repositories/free-time.ts'
import { unsettledSlots, type ToAsk } from '../repositories/unsettled-slots.ts'
import type { Deps } from './deps.ts'
import { appointmentLock } from './locks.ts'
import { takeRoster } from './take-roster.ts'

/** The versions of an appointment that another service has applied, and the roster, from the service that owns it. */
export type AppliedThere = InternalResponse<'readAssignments'>[number]

/** The reply of a service; undefined if there was none. */
export type Reply = readonly AppliedThere[] | undefined

/** A decision on a member of a queue, by the version of the appointment in its event. */
export interface EndedDecision {
  id: string
  version: number
}

/** The other services that show appointments. */
export interface OtherServices {
  /**
   * @param endClaimsOf ids of appointments whose claims end unless the assignments are already stored
   * @param endDecisions decisions that end unless they are already stored
   */
  readAssignments: (
    ids: readonly string[],
    endClaimsOf: readonly string[],
    endDecisions: readonly EndedDecision[],
  ) => Promise<Reply>
  readAppliedVersions: (ids: readonly string[]) => Promise<Reply>
}

/** Asks the other services about slots that appointments occupy in addition to bookings. */
export type SettleSlots = (ids: readonly string[]) => Promise<void>

interface Asked extends ToAsk {
  /** Claims that this request ends unless they are stored. */
  due: PendingAssignment[]
}

const BATCH = 100
/** A booking may have to ask several times, because further blocking slots show only after the first are released. */
const MOST_TRIES = 3

/**
 * Asks the other services about appointments that occupy agents' time in addition to their bookings. A newer roster is
 * applied as if its event had arrived; claims that will not be stored, and slots that no service shows any more, are
 * dropped. Nothing changes while a service does not reply. The services are asked outside any transaction.
 * @param transaction one outside any request, so that the idempotency key of a request does not apply to it
 */
export function settleSlots(
  deps: Pick<Deps, 'pool' | 'outbox' | 'clock' | 'onRecorded'> & {
    others: OtherServices
    transaction: Transaction
  },
): SettleSlots {
  const { pool, outbox, clock, others, transaction } = deps
  const take = takeRoster(deps)

  return async (ids) => {
    const found = await unsettledSlots.findAll(pool, ids)
    const now = clock.now()
    // a reply ends only the claims it was asked about, even if more have become due meanwhile
    const asked = found.map((one) => ({ ...one, due: dueClaims(one.unsettled, now) }))
    const isCommand = ({ decided }: PendingAssignment) => decided === undefined
    const endClaimsOf = asked.filter(({ due }) => due.some(isCommand)).map(({ id }) => id)
    const endDecisions = asked.flatMap(({ id, due }) =>
      due.flatMap(({ decided: version }) => (version === undefined ? [] : [{ id, version }])),
    )
    const [assignments, versions] = await Promise.all([
      others.readAssignments(ids, endClaimsOf, endDecisions),
      others.readAppliedVersions(ids),
    ])
    for (const one of asked)
      await transaction((tx) => settle(tx, one, assignments, versions), [appointmentLock(one.id)])
  }

  async function settle(tx: Tx, { id, due, asks }: Asked, assignments: Reply, versions: Reply) {
    const now = clock.now()
    const reply = replyOn(id, assignments)
    const roster = reply?.roster
    // locks the appointment before its slots, as everywhere
    const before = await appointments.lockForSystem(tx, id)
    if (before && roster && roster.version > before.roster.version)
      await take(tx, id, { roster, actor: SYSTEM, at: now })
    const stored = before && (await appointments.lockForSystem(tx, id))
    if (!stored) await unsettledSlots.lock(tx, id)
    const known = await unsettledSlots.find(tx, id)
    const decided = stored ? afterRoster(known, stored.roster, stored.roster) : known
    const endedClaims = new Set(reply ? due.map((claim) => claim.id) : [])
    const applied = [reply, replyOn(id, versions)].map(appliedOf)
    const left = isPast(decided, stored?.appointment.end, now)
      ? settled
      : afterReplies(decided, { applied, endedClaims })
    const next = stored && afterSettling(stored, left, now)
    const after = bookings.settle(tx, id, next, { unsettled: left, asks }, now)
    if (!stored || !after || after === stored) return
    appointments.keepOtherClaims(tx, after)
    outbox.append(tx, ...claimsChanged(stored, after, now))
  }
}

/** A decision whose claim has ended will not be stored. */
function afterSettling(stored: StoredAppointment, { claims }: Unsettled, now: Date): StoredAppointment {
  const { decided } = otherClaimsOf(stored)
  const goesOn = !decided || !rejectsOverlaps(stored) || claims.some(({ id }) => id === decided.id)
  return goesOn ? stored : withDecisionEnded(stored, decided.id, now)
}

const replyOn = (id: string, reply: Reply): AppliedThere | undefined => reply?.find((one) => one.id === id)

const appliedOf = (reply: AppliedThere | undefined): Applied =>
  reply?.isRemoved === true ? { appointmentVersion: EVERY_VERSION, rosterVersion: EVERY_VERSION } : reply

/** A job that asks about all due appointments. @returns whether there may be more */
export const settleDueSlots =
  ({ pool, clock, settle }: Pick<Deps, 'pool' | 'clock'> & { settle: SettleSlots }) =>
  async (): Promise<boolean> => {
    const ids = await unsettledSlots.due(pool, clock.now(), BATCH)
    if (ids.length > 0) await settle(ids)
    return ids.length === BATCH
  }

/**
 * A transaction that may book. If only slots in question block the booking, the other services are asked about them,
 * and the transaction is retried.
 */
export const onceSettled =
  (transaction: KeyedTransaction, settle: SettleSlots): KeyedTransaction =>
  async (work, locks) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction(work, locks)
      } catch (error) {
        if (!(error instanceof SlotInQuestion) || attempt === MOST_TRIES) throw error
        await settle(error.appointmentIds)
      }
    }
  }
