import type { CustomerRecord, RosterParticipant } from '@appointments/contracts'

/** The name of a customer as staff see it; undefined if the customer has only addresses. */
export const displayNameOf = ({ firstName, lastName, username }: CustomerRecord): string | undefined =>
  [firstName, lastName].filter(Boolean).join(' ') || username

/** A customer as a participant: the roster says only by which ways it can be reached. */
export const onRoster = (customer: CustomerRecord): RosterParticipant => ({
  id: customer.id,
  type: 'CUSTOMER',
  has: (['email', 'phone', 'username'] as const).filter((way) => customer[way] !== undefined),
})
