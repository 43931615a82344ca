import {
  appointmentDetails,
  customersOf,
  requireOpen,
  textsOf,
  withoutTexts,
} from '@appointments/appointment'
import {
  problem,
  withCompletePhones,
  type AppointmentSnapshot,
  type CustomerChange,
  type EventData,
  type RosterSnapshot,
  type UpdateRequest,
} from '@appointments/contracts'
import { isDeepStrictEqual } from 'node:util'
import { changed, type StoredAppointment } from './appointment.ts'
import { fault } from './fault.ts'

type CustomerPatch = NonNullable<EventData<'APUpdatedEvent'>['customer']>

/** The effect of an update. */
export interface Updated {
  appointment: AppointmentSnapshot
  changed: string[]
  customer?: CustomerPatch
}

/**
 * The changes of an update, or undefined if it changes nothing: an absent field keeps its value, an empty one clears
 * it (docs/contract/appointments.md#update).
 * @throws Problem VALIDATION_FAILED, INVALID_STATE, CUSTOMER_NOT_FOUND, CUSTOMER_AMBIGUOUS, CONTACT_REQUIRED
 */
export function update(stored: StoredAppointment, request: UpdateRequest, now: Date): Updated | undefined {
  const { appointment, roster, application } = stored
  requireOpen(appointment)
  const next: AppointmentSnapshot = {
    ...withoutTexts(appointment),
    ...textsOf(request, appointment),
    metadata: request.metadata === undefined ? appointment.metadata : (request.metadata ?? {}),
    notificationHeaders:
      request.notificationHeaders === undefined
        ? appointment.notificationHeaders
        : (request.notificationHeaders ?? {}),
  }
  const fields = appointmentDetails.filter((field) => !isDeepStrictEqual(next[field], appointment[field]))
  const [change] = withCompletePhones(
    request.customer ? [request.customer] : [],
    application.defaultRegion,
    () => '/customer',
  )
  const customer = change && customerPatch(roster, change)
  if (fields.length === 0 && !customer) return undefined
  return {
    appointment: changed(next, application, now, {}),
    changed: [...fields, ...(customer ? ['customer'] : [])],
    ...(customer && { customer }),
  }
}

const CONTACT_FIELDS = ['email', 'phone', 'username'] as const

function customerPatch(roster: RosterSnapshot, change: CustomerChange): CustomerPatch | undefined {
  const target = targetOf(roster, change.id ?? change.participantId)
  const { contact, name } = change
  const values = {
    email: contact === null ? null : contact?.primaryEmail,
    phone: contact === null ? null : contact?.primaryPhone,
    username: change.username,
    firstName: name === null ? null : name?.firstName,
    lastName: name === null ? null : name?.lastName,
    metadata: change.metadata,
  }
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return undefined
  const clears = CONTACT_FIELDS.some((field) => values[field] === null)
  const left = CONTACT_FIELDS.filter((field) =>
    values[field] === undefined ? target.has?.includes(field) : values[field] !== null,
  )
  if (clears && left.length === 0)
    throw problem('CONTACT_REQUIRED', {
      detail: 'The last of e-mail address, phone number and username cannot be cleared.',
      errors: [
        fault(
          '/customer',
          'CONTACT_REQUIRED',
          'must keep contact.primaryEmail, contact.primaryPhone or username',
        ),
      ],
    })
  return {
    id: target.id,
    ...Object.fromEntries(entries.filter(([, value]) => value !== null)),
    clear: entries.filter(([, value]) => value === null).map(([field]) => field as keyof typeof values),
  }
}

function targetOf(roster: RosterSnapshot, id: string | undefined) {
  const customers = customersOf(roster)
  if (id === undefined) {
    const [only, ...others] = customers
    if (!only || others.length > 0) {
      throw problem(
        'CUSTOMER_AMBIGUOUS',
        'customer.id is required unless the appointment has exactly one customer.',
      )
    }
    return only
  }
  const customer = customers.find((one) => one.id === id)
  if (!customer) throw problem('CUSTOMER_NOT_FOUND')
  return customer
}
