import type { ForbiddenSenders } from '@appointments/contracts'
import type { KeyedTransaction } from '@appointments/idempotency'
import type { Outbox } from '@appointments/outbox'
import type { Pool, Tx } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import type { RoomProvider } from '../rooms/room-provider.ts'

/** What use cases work with; only `service.ts` makes it. */
export interface Deps {
  pool: Pool
  /** A transaction whose events have settled when it resolves, and which may book (`onceSettled`). */
  transaction: KeyedTransaction
  outbox: Outbox
  /** Forgets the kept answers about an appointment. */
  forgetAnswers: (tx: Tx, appointmentId: string) => void
  rooms: RoomProvider
  clock: Clock
  newId: () => string
  /** Whether an application nobody configured may be used. */
  applicationsAreOpen: boolean
  forbiddenSenders: ForbiddenSenders
}
