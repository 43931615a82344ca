import type { Decision, DecisionRequest, ForbiddenSenders } from '@appointments/contracts'
import type { KeyedTransaction } from '@appointments/idempotency'
import type { Outbox } from '@appointments/outbox'
import type { Pool, Tx } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import type { RoomProvider } from '../rooms/room-provider.ts'

/** Asks availability about a time, before a transaction; undefined if it does not reply. */
export type Decide = (request: DecisionRequest) => Promise<Decision | undefined>

/**
 * Asks the availability service which of the given holiday calendars an organization does not have; undefined if it
 * does not reply.
 */
export type FindUnknownCalendars = (
  organizationId: string | undefined,
  ids: readonly string[],
) => Promise<readonly string[] | undefined>

/** The dependencies of the use cases; only `service.ts` creates them. */
export interface Deps {
  pool: Pool
  /** A transaction that may book (`onceSettled`); it resolves after the other services have applied its events. */
  transaction: KeyedTransaction
  outbox: Outbox
  /** Deletes the stored responses about an appointment. */
  forgetResponses: (tx: Tx, appointmentId: string) => void
  rooms: RoomProvider
  decide: Decide
  findUnknownCalendars: FindUnknownCalendars
  clock: Clock
  newId: () => string
  /** Whether clients may use an application that is not registered. */
  applicationsAreOpen: boolean
  forbiddenSenders: ForbiddenSenders
  /** Runs after a change has been stored, so that the change gets its position in the feed at once. */
  onRecorded: () => void
}
