import type { CustomerRecord } from '@appointments/contracts'

/** The name of a customer as staff see it; undefined if the customer has only addresses. */
export function displayNameOf({ firstName, lastName, username }: CustomerRecord): string | undefined {
  const name = [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ')
  return name === '' ? username : name
}
