import { domainToUnicode } from 'node:url'
import { agentsOf, queueOf } from '@appointments/appointment'
import { indexedWordsOf, type CustomerRecord, type WholeAppointment } from '@appointments/contracts'

/** The searchable fields of an appointment, without its customers. */
export interface SearchEntry {
  appointmentId: string
  organizationId?: string | undefined
  applicationId: string
  start: string
  state: string
  outcome?: string | undefined
  queueId?: string | undefined
  serviceTypeId?: string | undefined
  /** The organizer and the other agents. */
  agentIds: string[]
  /** Words of the title and the id. */
  words: string[]
}

/** The searchable fields of an appointment. */
export function searchEntryOf(whole: WholeAppointment): SearchEntry {
  const { appointment, roster } = whole
  const { id, organizationId, applicationId, start, state, outcome, serviceTypeId, title = '' } = appointment
  const agents = agentsOf(roster).map((agent) => agent.id)
  const { organizerId } = roster
  return {
    appointmentId: id,
    organizationId,
    applicationId,
    start,
    state,
    outcome,
    queueId: queueOf(whole),
    serviceTypeId,
    agentIds: [...new Set(organizerId === undefined ? agents : [organizerId, ...agents])],
    words: [...new Set([title, id].flatMap(indexedWordsOf))],
  }
}

/** The word under which an address is found as a whole. It contains a colon, which words of texts never do. */
const addressWord = (address: string): string =>
  address.includes('@') ? `email:${address.toLowerCase()}` : `phone:${address}`

/** The word under which the customers with a contact are found. */
export const contactWord = (contact: { email: string } | { phone: string }): string =>
  addressWord('email' in contact ? contact.email : contact.phone)

/** The domain of an address as people write it: `müller.de` for the stored `xn--mller-kva.de`. */
const domainOf = (email: string): string => domainToUnicode(email.slice(email.lastIndexOf('@') + 1))

/**
 * The words under which a customer is found: the words of the name and e-mail address, with either spelling of its
 * domain, and each address as a whole.
 */
export const customerWordsOf = ({ firstName, lastName, email, phone }: CustomerRecord): string[] => [
  ...new Set([
    ...[firstName, lastName, email, email && domainOf(email)].flatMap((text) =>
      text === undefined ? [] : indexedWordsOf(text),
    ),
    ...[email, phone].flatMap((address) => (address === undefined ? [] : [addressWord(address)])),
  ]),
]
