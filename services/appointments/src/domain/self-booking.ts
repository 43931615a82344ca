import {
  holdsLink,
  lengthOf,
  problem,
  type Application,
  type CustomerRecord,
  type Fault,
  type InteractionRequest,
  type NewCustomer,
  type ScheduleRequest,
  type ServiceType,
  type VerifiedContact,
} from '@appointments/contracts'
import { fault } from './fault.ts'
import type { ScheduleAppointment } from './schedule-command.ts'

/** The longest duration that a customer may choose if the application lists no durations. */
const LONGEST = 'PT2H'

const NOT_BY_CUSTOMERS = 'must not be set by a customer who books with a one-time password'

/** A field of a booking. A field of its interaction is named by its path in the request. */
type Field = Exclude<keyof ScheduleRequest, 'interaction'> | `interaction/${keyof InteractionRequest}`

/** Whether a customer with a one-time password may set a field, or the entry of `selfBookingFields` that allows it. */
type Rule = boolean | Application['selfBookingFields'][number]

/** Faults have this order. A field that is missing here is rejected. */
const SETTABLE: Record<Field, Rule> = {
  notificationHeaders: 'notificationHeaders',
  'interaction/routing': 'routing',
  targetAssignment: 'targetAssignment',
  metadata: 'metadata',
  place: false,
  override: false,
  applicationId: true,
  customers: true,
  start: true,
  duration: true,
  timezone: true,
  locale: true,
  title: true,
  notes: true,
  'interaction/customFields': true,
  holdId: true,
  serviceTypeId: true,
  answers: true,
  preferredAgentId: true,
  followsAppointmentId: true,
}

/**
 * Checks that a one-time password is used for the application it was requested for. Existing and unknown
 * applications get the same error, so a password reveals nothing about other applications.
 * @throws Problem OTP_INVALID
 */
export function checkPasswordScope({ caller, applicationId }: ScheduleAppointment): void {
  const { oneTimePassword } = caller
  if (oneTimePassword && oneTimePassword.applicationId !== applicationId) throw problem('OTP_INVALID')
}

/**
 * Checks a booking by a customer with a one-time password: it may include up to the application's number of guests,
 * and set fields of the contact centre only if the application allows them.
 * @param offered durations of the requested service type or the hold, if any; they replace those of the application
 * @throws Problem VALIDATION_FAILED, which names every field that is not allowed
 */
export function checkSelfBooking(
  command: ScheduleAppointment,
  application: Application,
  offered?: Pick<ServiceType, 'durations'>,
): void {
  const { customers, caller } = command
  const own = ownPlace(customers, caller.verifiedContact)
  const errors = [
    ...settingFaults(command, application),
    ...durationFaults(command.duration, application, offered),
    ...customers.flatMap((customer, place) => nameFaults(customer, command.pointerTo(place))),
    ...customers
      .slice(1 + application.selfBookingGuests)
      .map((_, index) =>
        fault(
          command.pointerTo(index + 1 + application.selfBookingGuests),
          'TOO_MANY_CUSTOMERS',
          'exceeds the number of people that a customer may book for',
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
 * Checks that the verified address belongs to one of the customers of the booking.
 * @throws Problem CONTACT_REQUIRED if no customer has an address
 * @throws Problem OTP_CONTACT_MISMATCH if the verified address belongs to none of the customers
 */
export function checkProvedContact({ customers, caller, pointerTo }: ScheduleAppointment): void {
  const isReachable = customers.some(({ contact }) => contact?.primaryEmail ?? contact?.primaryPhone)
  if (!isReachable)
    throw problem('CONTACT_REQUIRED', {
      detail: 'At least one customer needs an e-mail address or a phone number.',
      errors: [fault(pointerTo(0), 'CONTACT_REQUIRED', 'needs contact.primaryEmail or contact.primaryPhone')],
    })
  if (ownPlace(customers, caller.verifiedContact) === undefined) throw problem('OTP_CONTACT_MISMATCH')
}

/** The index of the customer with the verified address among the customers of the booking. */
function ownPlace(customers: readonly NewCustomer[], verified: VerifiedContact | undefined) {
  const place = customers.findIndex(({ contact }) =>
    verified?.channel === 'EMAIL'
      ? contact?.primaryEmail?.toLowerCase() === verified.to.toLowerCase()
      : verified !== undefined && contact?.primaryPhone === verified.to,
  )
  return place < 0 ? undefined : place
}

/**
 * The customers of a self-booking as records: the customer with the verified address, whose other address is marked
 * as unproved, and guests.
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

function settingFaults(
  { caller: _, pointerTo: _pointerTo, followsPolicy: _follows, interaction, ...request }: ScheduleAppointment,
  { selfBookingFields }: Application,
): Fault[] {
  const ofInteraction = Object.entries(interaction ?? {}).map(([name, value]): [string, unknown] => [
    `interaction/${name}`,
    value,
  ])
  const given: Record<string, unknown> = { ...request, ...Object.fromEntries(ofInteraction) }
  const rules: Partial<Record<string, Rule>> = SETTABLE
  const isSettable = (field: string) =>
    rules[field] === true || selfBookingFields.some((allowed) => allowed === rules[field])
  return [...new Set([...Object.keys(rules), ...Object.keys(given)])]
    .filter((field) => given[field] != null && !isSettable(field))
    .map((field) => fault(`/${field}`, 'FIELD_NOT_ALLOWED', NOT_BY_CUSTOMERS))
}

/**
 * The errors of a duration that a customer chose: it must be one that the service type offers or, if it offers none,
 * one that the application offers. If neither lists durations, two hours are the maximum.
 */
export function durationFaults(
  duration: string | null | undefined,
  { selfBookingDurations }: Pick<Application, 'selfBookingDurations'>,
  serviceType?: Pick<ServiceType, 'durations'>,
): Fault[] {
  if (duration == null) return []
  const offered = serviceType?.durations ?? selfBookingDurations
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
      fault(`${pointer}/name/${field}`, 'LINK_NOT_ALLOWED', 'must not contain a link or an address'),
    )

/** Guests are notified by e-mail only. */
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
          'must not be set, because guests are notified by e-mail',
        ),
      ]),
]
