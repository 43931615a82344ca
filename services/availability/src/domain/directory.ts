import type { Agent, Exception } from '@appointments/contracts'

export type { Agent }

/**
 * The organization that entries belong to. It is the empty string for applications without an organization, so that it
 * can be part of a key.
 */
export type OrganizationKey = string

/** An absence or extra hours, with the instants of both ends in the agent's zone. */
export interface StoredException extends Exception {
  startsAt: Date
  endsAt: Date
}
