import { z } from 'zod'
import { clearable, email, freeForm, identifier, line, phone } from './fields.ts'
import { onObjects } from './directory-fields.ts'
import { limits } from './limits.ts'
import { phoneIn } from './phones.ts'
import { problem, type Fault } from './problems.ts'

const contact = z.object({
  primaryEmail: clearable(email).optional(),
  primaryPhone: clearable(phone).optional(),
})

const name = z.object({
  firstName: clearable(line(limits.name)).optional(),
  lastName: clearable(line(limits.name)).optional(),
})

const fields = {
  contact: clearable(contact).optional(),
  name: clearable(name).optional(),
  username: clearable(line(limits.username)).optional(),
  metadata: clearable(freeForm).optional(),
}

/** Whether one of the fields is given, even if it has a fault of its own. */
const hasContact = ({ contact, username }: { contact?: unknown; username?: unknown }): boolean => {
  if (typeof contact !== 'object' || contact === null) return (contact ?? username) != null
  const { primaryEmail, primaryPhone } = contact as Record<string, unknown>
  return (primaryEmail ?? primaryPhone ?? username) != null
}

/**
 * Customer details of a request (docs/contract/participants.md#customers); a new customer needs an address or
 * a username.
 */
export const newCustomer = z
  .object(fields)
  .refine(hasContact, {
    ...onObjects,
    message: 'needs contact.primaryEmail, contact.primaryPhone or username',
    params: { code: 'CONTACT_REQUIRED' },
  })
  .meta({
    id: 'CustomerDetails',
    description: 'A customer: at least one of e-mail address, phone number and username',
  })
export type NewCustomer = z.output<typeof newCustomer>

/**
 * A change of customer details: absent keeps, null clears; `participantId` is the name in v1's first
 * revision.
 */
export const customerChange = z
  .object({ id: identifier.optional(), participantId: identifier.optional(), ...fields })
  .refine(
    // an empty or null id has a fault of its own
    ({ id, participantId }) => !id || !participantId || id === participantId,
    {
      ...onObjects,
      message: 'has an id and a participantId that name different customers',
      params: { code: 'CUSTOMER_AMBIGUOUS' },
    },
  )
  .meta({
    id: 'CustomerChange',
    description: 'Details to change; absent fields keep their value, empty ones clear it',
  })
export type CustomerChange = z.output<typeof customerChange>

/** The stored data of a customer, also exchanged between services. */
export const customerRecord = z.object({
  id: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  username: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** Addresses that a customer entered without verification; no messages are sent to them. */
  unproved: z.array(z.enum(['email', 'phone'])).optional(),
  /**
   * A guest of a customer who booked for itself: notified by e-mail, without any text that a customer can
   * choose.
   */
  guest: z.boolean().optional(),
})
export type CustomerRecord = z.infer<typeof customerRecord>

/** Converts a customer of a request to a record. */
export function customerOf(id: string, customer: NewCustomer): CustomerRecord {
  const { contact, name, username, metadata } = customer
  return {
    id,
    ...(contact?.primaryEmail != null && { email: contact.primaryEmail }),
    ...(contact?.primaryPhone != null && { phone: contact.primaryPhone }),
    ...(username != null && { username }),
    ...(name?.firstName != null && { firstName: name.firstName }),
    ...(name?.lastName != null && { lastName: name.lastName }),
    ...(metadata != null && { metadata }),
  }
}

interface Reachable {
  contact?: { primaryPhone?: string | null | undefined } | null | undefined
}

/**
 * The customers of a request with every phone number in E.164; the application's region completes numbers
 * without a country code.
 * @param pointerOf JSON pointer of the customer at an index
 * @throws Problem VALIDATION_FAILED that names every number that is invalid in that region
 */
export function withCompletePhones<Customer extends Reachable>(
  customers: readonly Customer[],
  region: string | undefined,
  pointerOf: (index: number) => string,
): Customer[] {
  const errors: Fault[] = []
  const complete = customers.map((customer, index) => {
    const written = customer.contact?.primaryPhone
    if (written == null) return customer
    const primaryPhone = phoneIn(written, region)
    if (primaryPhone !== undefined) return { ...customer, contact: { ...customer.contact, primaryPhone } }
    errors.push(phoneFault(`${pointerOf(index)}/contact/primaryPhone`, region))
    return customer
  })
  if (errors.length > 0) throw problem('VALIDATION_FAILED', { errors })
  return complete
}

/** The fault of a number without a country code that the region of the application cannot complete. */
export const phoneFault = (pointer: string, region: string | undefined): Fault => ({
  pointer,
  code: 'INVALID_PHONE',
  message:
    region === undefined
      ? 'must be an international phone number, like +4930123456: the application has no defaultRegion'
      : `must be a phone number of ${region} or an international one, like +4930123456`,
})
