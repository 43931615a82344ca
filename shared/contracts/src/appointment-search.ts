import { z } from 'zod'
import { cursorPage, cursorPagingInBody } from './cursor-pages.ts'
import { directoryFault, directoryId, inOrder } from './directory-fields.ts'
import { phoneFault } from './customers.ts'
import { emailAddress } from './emails.ts'
import { anyCase } from './enumerations.ts'
import { agentId, identifier, instantField, instantOrDay, line } from './fields.ts'
import { limits } from './limits.ts'
import { isNational, phoneIn } from './phones.ts'
import { problem } from './problems.ts'
import { wordsOf } from './search-words.ts'
import { appointmentElement } from './shapes.ts'
import { appointmentStates, outcomes } from './snapshots.ts'

/** Maximum number of agents in one search, enough for a large team. */
const MOST_AGENTS_SEARCHED = 500
const MOST_FILTERED = 100
/** Maximum number of words in one search. */
const MOST_WORDS = 10

const contactFault = directoryFault(
  'INVALID_CONTACT',
  'must be an e-mail address or a phone number, like ada@example.com or +4930123456',
)

/** The e-mail address or phone number of a customer, as the caller wrote it. */
export const searchedContact = line(limits.email).refine(
  (text) => emailAddress(text) !== undefined || phoneIn(text) !== undefined || isNational(text),
  contactFault,
)

/**
 * The contact in the form in which contacts are stored. A phone number without a country code is completed with the
 * region of the application, as it is when a customer is added.
 * @throws Problem VALIDATION_FAILED if the region cannot complete it
 */
export function contactIn(
  contact: string,
  region: string | undefined,
): { email: string } | { phone: string } {
  const email = emailAddress(contact)
  if (email !== undefined) return { email }
  const phone = phoneIn(contact, region)
  if (phone === undefined) throw problem('VALIDATION_FAILED', { errors: [phoneFault('/contact', region)] })
  return { phone }
}

const searchedText = line(200).superRefine((text, context) => {
  const count = wordsOf(text).length
  if (count === 0)
    context.addIssue({
      code: 'custom',
      ...directoryFault('NO_WORDS', 'must have a letter or a digit'),
    })
  if (count > MOST_WORDS)
    context.addIssue({
      code: 'custom',
      ...directoryFault('TOO_MANY_WORDS', `must have at most ${MOST_WORDS} words`),
    })
})

/**
 * Which appointments to find, and how to sort them. Filters that are absent, and empty lists, select everything.
 * Unknown fields are rejected, because a misspelt filter would find too much.
 */
export const appointmentSearch = z
  .strictObject({
    applicationId: identifier.optional(),
    from: instantOrDay.optional(),
    to: instantOrDay.optional(),
    state: z.array(anyCase(appointmentStates)).max(appointmentStates.length).optional(),
    outcome: z.array(anyCase(outcomes)).max(outcomes.length).optional(),
    agentId: z.array(agentId).max(MOST_AGENTS_SEARCHED).optional(),
    queueId: z.array(directoryId).max(MOST_FILTERED).optional(),
    serviceTypeId: z.array(directoryId).max(MOST_FILTERED).optional(),
    unassigned: z.boolean().optional(),
    contact: searchedContact.optional(),
    q: searchedText.optional(),
    changedSince: instantField.optional(),
    sort: z.enum(['start', '-start', '-changed']).optional(),
    include: z
      .array(z.enum(['participants']))
      .max(1)
      .optional(),
    ...cursorPagingInBody,
  })
  .refine(...inOrder)
  .meta({ id: 'AppointmentSearch' })
export type AppointmentSearch = z.output<typeof appointmentSearch>

export const foundAppointments = cursorPage('FoundAppointments', appointmentElement)
