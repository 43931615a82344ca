import { z } from 'zod'
import { clearable, email, freeForm, identifier, line, phone } from './fields.ts'
import { limits } from './limits.ts'

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

/** Customer details of a request (reference, section 2.4); a new customer can be reached or at least named. */
export const newCustomer = z
  .object(fields)
  .refine(({ contact, username }) => Boolean(contact?.primaryEmail ?? contact?.primaryPhone ?? username), {
    message: 'needs contact.primaryEmail, contact.primaryPhone or username',
    params: { code: 'CONTACT_REQUIRED' },
  })
  .meta({ id: 'CustomerDetails', description: 'A customer: at least one of email, phone and user name' })
export type NewCustomer = z.output<typeof newCustomer>

/** A change of customer details: absent keeps, null clears; `participantId` is the spelling of v1's first revision. */
export const customerChange = z
  .object({ id: identifier.optional(), participantId: identifier.optional(), ...fields })
  .refine(
    ({ id, participantId }) => id === undefined || participantId === undefined || id === participantId,
    {
      message: 'id and participantId name different customers',
      params: { code: 'CUSTOMER_AMBIGUOUS' },
    },
  )
  .meta({
    id: 'CustomerChange',
    description: 'Details to change; absent fields keep their value, empty ones clear it',
  })
export type CustomerChange = z.output<typeof customerChange>

/** What is stored of a customer, and what services tell each other. */
export const customerRecord = z.object({
  id: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
  username: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})
export type CustomerRecord = z.infer<typeof customerRecord>

/** A customer of a request as a record. */
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
