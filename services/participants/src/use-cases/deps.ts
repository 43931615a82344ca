import type {
  BookingWarning,
  Caller,
  CustomerRecord,
  InternalRequest,
  InternalResponse,
  RosterParticipant,
} from '@appointments/contracts'
import type { Idempotency, KeyedTransaction } from '@appointments/idempotency'
import type { Outbox } from '@appointments/outbox'
import type { Clock } from '@appointments/runtime'
import type { AppointmentCopy } from '../domain/appointment-copy.ts'
import type { Ticket } from '../domain/current-tickets.ts'
import type { Applications } from '../repositories/applications.ts'
import type { Appointments } from '../repositories/appointments.ts'
import type { Customers } from '../repositories/customers.ts'
import type { SearchIndex } from '../repositories/search-index.ts'
import type { Searches } from '../repositories/searches.ts'
import type { TicketRegister } from '../repositories/tickets.ts'

/**
 * Reserves the time of an appointment for agents about to be assigned to it.
 * @throws Problem SLOT_TAKEN
 */
export type ClaimSlot = (claim: InternalRequest<'claimSlot'>) => Promise<void>

/** An agent whose time was claimed. */
export type ClaimedMember = InternalResponse<'claimMember'>

/**
 * Chooses a member of a queue, or decides about an agent, and reserves its time.
 * @throws Problem SLOT_TAKEN, OUTSIDE_AVAILABILITY, QUEUE_NOT_FOUND
 */
export type ClaimMember = (claim: InternalRequest<'claimMember'>) => Promise<ClaimedMember>

/** Dependencies of the use cases; each use case names the ones it needs. */
export interface Deps {
  /** Resolves when the events of the transaction have settled. */
  transaction: KeyedTransaction
  appointments: Appointments
  customers: Customers
  tickets: TicketRegister
  searchIndex: SearchIndex
  searches: Searches
  applications: Applications
  outbox: Pick<Outbox, 'append' | 'erase'>
  claimSlot: ClaimSlot
  claimMember: ClaimMember
  /** Deletes the kept responses to requests about an appointment. */
  forgetResponses: Idempotency['forget']
  clock: Clock
  newId: () => string
}

/** The fields of every command about an appointment. */
export interface Command {
  caller: Caller
  appointmentId: string
  /** Versions that the caller has read; a write to any other version is rejected. */
  ifMatch?: readonly number[] | undefined
}

/** A participant with the appointment it takes part in. */
export interface ParticipantView {
  whole: AppointmentCopy
  participant: RosterParticipant
  /** Contact details of a customer. */
  customer?: CustomerRecord | undefined
  /** Warnings of the write that led to this view. */
  warnings?: readonly BookingWarning[] | undefined
  /** The room ticket, if the caller may have it. */
  ticket?: Ticket | undefined
}
