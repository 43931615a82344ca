import type { Caller, ClaimsOfHolder, internalOperations } from '@appointments/contracts'
import type { Idempotency, KeyedTransaction } from '@appointments/idempotency'
import type { collecting, Outbox } from '@appointments/outbox'
import type { Pool, Transaction } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import type { z } from 'zod'
import type { CalendarCache } from '../calendar-cache.ts'
import type { Computations } from '../computations.ts'
import type { AvailabilityMeters } from '../metrics.ts'
import type { HolidayCache } from '../holiday-cache.ts'
import type { Projection } from '../projection.ts'
import type { OrganizationKey } from '../domain/directory.ts'

type PublishedApplication = z.output<
  (typeof internalOperations)['readPublishedApplications']['response']
>['applications'][number]

/** Reads the data that the appointments service owns, most of it page by page. */
export interface AppointmentsReader {
  claims: () => AsyncIterable<ClaimsOfHolder[]>
  applications: () => AsyncIterable<PublishedApplication[]>
  /** Ids of the events that this service may not have applied. */
  unapplied: () => Promise<string[]>
}

/** Dependencies of the use cases; each use case names the ones it needs. */
export interface Deps {
  pool: Pool
  /** A transaction that stores the response to its request. */
  transaction: KeyedTransaction
  /** A transaction of a part of a request; it resolves after the other services have applied its events. */
  partTransaction: Transaction
  /** A transaction that returns its events, for a use case that settles them later. */
  collected: ReturnType<typeof collecting>
  outbox: Outbox
  /** Whether the other services know the events of agents, calendars and service types, so that they are published. */
  sharesNames: boolean
  /** Limits large computations. */
  computations: Computations
  meters: AvailabilityMeters
  /** Deletes the kept responses about an agent. */
  forgetResponses: Idempotency['forget']
  /** Calendars that this replica has loaded. */
  calendars: CalendarCache
  /** Holidays of applications that this replica has loaded. */
  holidays: HolidayCache
  /** Reads a new copy of the data of the appointments service. */
  appointments: AppointmentsReader
  /** Whether that copy is complete. */
  projection: Pick<Projection, 'requireReady'>
  clock: Clock
  newId: () => string
}

/** Identifies an entry of an organization. */
export interface OfOrganization {
  organization: OrganizationKey
  id: string
}

/** Identifies an agent, for a caller. */
export interface OfAgent {
  caller: Caller
  organization: OrganizationKey
  agentId: string
}

/** An entry after it was written. */
export interface Written<Entry> {
  entry: Entry
  isCreated: boolean
}
