import {
  holdsLink,
  lengthOf,
  problem,
  type Application,
  type CustomerRecord,
  type Fault,
  type NewCustomer,
  type VerifiedContact,
} from '@appointments/contracts'
import type { ScheduleAppointment } from './schedule-command.ts'

/** What an application that lists no durations lets a customer choose at most. */
const LONGEST = 'PT2H'

const NOT_BY_CUSTOMERS = 'must not be set by a customer who books with a one-time password'

const fault = (pointer: string, code: string, message: string): Fault => ({ pointer, code, message })

/**
 * Checks that a one-time password is used for the application it was asked for. An application that exists and one
 * that does not are refused alike, so a code tells nothing about other applications.
 * @throws Problem OTP_INVALID
 */
export function checkPasswordScope({ caller, applicationId }: ScheduleAppointment): void {
  const boundTo = caller.oneTimePassword?.applicationId
  if (boundTo !== undefined && boundTo !== applicationId) throw problem('OTP_INVALID')
}

/**
 * Checks what a customer who came with a one-time password may book: for itself and as many guests as the
 * application lets in, and with nothing set that belongs to the contact centre unless the application allows it.
 * @throws Problem VALIDATION_FAILED that names every field that is not allowed
 */
export function checkSelfBooking(command: ScheduleAppointment, application: Application): void {
  const { customers, caller } = command
  const own = ownPlace(customers, caller.verifiedContact)
  const errors = [
    ...settingFaults(command, application),
    ...durationFaults(command.duration, application),
    ...customers.flatMap((customer, place) => nameFaults(customer, command.pointerTo(place))),
    ...customers
      .slice(1 + application.selfBookingGuests)
      .map((_, index) =>
        fault(
          command.pointerTo(index + 1 + application.selfBookingGuests),
          'TOO_MANY_CUSTOMERS',
          'is more than a customer may book for',
        ),
      ),
    ...(own === undefined
      ? []
      : customers.flatMap((customer, place) =>
          place === own ? [] : guestFaults(customer, command.pointerTo(place)),
        )),
  ]
  if (errors.length > 0) throw problem('VALIDATION_FAILED', { errors })
}

/**
 * Checks that the address that was proved is one of those the booking is for, whoever asks for it.
 * @throws Problem CONTACT_REQUIRED where no customer can be reached
 * @throws Problem OTP_CONTACT_MISMATCH where the verified address is none of the customers'
 */
export function checkProvedContact({ customers, caller }: ScheduleAppointment): void {
  const isReachable = customers.some(({ contact }) => contact?.primaryEmail ?? contact?.primaryPhone)
  if (!isReachable) throw problem('CONTACT_REQUIRED', 'At least one customer needs an email or a phone.')
  if (ownPlace(customers, caller.verifiedContact) === undefined) throw problem('OTP_CONTACT_MISMATCH')
}

/** Where the customer who proved its address stands among those it books for. */
function ownPlace(customers: readonly NewCustomer[], verified: VerifiedContact | undefined) {
  const place = customers.findIndex(({ contact }) =>
    verified?.channel === 'EMAIL'
      ? contact?.primaryEmail?.toLowerCase() === verified.to.toLowerCase()
      : verified !== undefined && contact?.primaryPhone === verified.to,
  )
  return place < 0 ? undefined : place
}

/**
 * The customers of a self-booking as records: the one who proved an address, with a note of the address that it did
 * not prove; everybody else is a guest.
 */
export function selfBooked(
  records: CustomerRecord[],
  { customers, caller }: Pick<ScheduleAppointment, 'customers' | 'caller'>,
): CustomerRecord[] {
  const own = ownPlace(customers, caller.verifiedContact)
  const unproved = caller.verifiedContact?.channel === 'EMAIL' ? 'phone' : 'email'
  return records.map((record, place) => {
    if (place !== own) return { ...record, guest: true }
    return record[unproved] === undefined ? record : { ...record, unproved: [unproved] }
  })
}

function settingFaults(command: ScheduleAppointment, application: Application): Fault[] {
  const given = {
    notificationHeaders: command.notificationHeaders,
    routing: command.interaction?.routing,
    targetAssignment: command.targetAssignment,
    metadata: command.metadata,
  }
  const pointers = { routing: '/interaction/routing' } as Partial<Record<string, string>>
  return Object.entries(given)
    .filter(
      ([field, value]) =>
        value != null && !application.selfBookingFields.includes(field as keyof typeof given),
    )
    .map(([field]) => fault(pointers[field] ?? `/${field}`, 'FIELD_NOT_ALLOWED', NOT_BY_CUSTOMERS))
}

/**
 * What is wrong with a duration that a customer chose: it has to be one of those the application offers, or, where
 * it lists none, not longer than two hours.
 */
export function durationFaults(
  duration: string | null | undefined,
  { selfBookingDurations: offered }: Pick<Application, 'selfBookingDurations'>,
): Fault[] {
  if (duration == null) return []
  const length = lengthOf(duration)
  const isOffered = offered ? offered.some((one) => lengthOf(one) === length) : length <= lengthOf(LONGEST)
  if (isOffered) return []
  const message = offered ? `must be one of ${offered.join(', ')}` : `must be at most ${LONGEST}`
  return [fault('/duration', 'DURATION_NOT_OFFERED', message)]
}

const nameFaults = ({ name }: NewCustomer, pointer: string): Fault[] =>
  (['firstName', 'lastName'] as const)
    .filter((field) => name?.[field] != null && holdsLink(name[field]))
    .map((field) =>
      fault(`${pointer}/name/${field}`, 'LINK_NOT_ALLOWED', 'must not hold a link or an address'),
    )

/** Guests are told by e-mail and by nothing else. */
const guestFaults = ({ contact }: NewCustomer, pointer: string): Fault[] => [
  ...(contact?.primaryEmail == null
    ? [fault(`${pointer}/contact/primaryEmail`, 'REQUIRED', 'is required for a guest')]
    : []),
  ...(contact?.primaryPhone == null
    ? []
    : [
        fault(
          `${pointer}/contact/primaryPhone`,
          'FIELD_NOT_ALLOWED',
          'may not be set: guests are told by e-mail',
        ),
      ]),
]
