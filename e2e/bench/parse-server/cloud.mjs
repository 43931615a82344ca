// Parse Cloud Code that writes all records of a booking or of a presence change in one transaction.
import { createHash, randomBytes, randomUUID } from 'node:crypto'

// objects of one transaction can refer to each other only if their ids are known before they are saved
Parse.allowCustomObjectId = true

// callers may not access these classes, but the functions may
const master = { useMasterKey: true }
const allOrNothing = { useMasterKey: true, transaction: true }
const DAY_MS = 86_400_000
const TWO_YEARS_MS = 2 * 365 * DAY_MS
const DURATION = /^P(?=.)(?:(\d{1,9})D)?(?:T(?=.)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/
const timeZones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** How Parse checks a parameter before it calls the function. */
const required = (type, options) => ({ type, required: true, ...(options && { options }) })
const isText = (value) => value.length > 0 && value.length <= 255
const isInstant = (value) => !Number.isNaN(Date.parse(value))
const areCustomers = (list) =>
  list.length > 0 && list.length <= 20 && list.every(({ contact }) => contact?.primaryEmail?.includes('@'))

Parse.Cloud.define(
  'schedule',
  async ({ params }) => {
    const { applicationId, targetAssignment, title, duration, timezone } = params
    const agentId = targetAssignment?.id
    const start = new Date(params.start)
    const end = new Date(start.getTime() + lengthOf(duration))
    const application = await new Parse.Query('Application').get(applicationId, master)
    const settings = application.get('settings')
    rejectTimes(start, end, settings)
    if (agentId && settings.overlapPolicy === 'REJECT') await rejectOverlap(agentId, start, end)

    const appointment = created('Appointment', randomUUID(), {
      applicationId,
      applicationVersion: application.get('version'),
      ...(agentId && { agentId }),
      ...{ title, start, end, duration, timezone },
      locale: params.locale ?? settings.defaultLocale ?? 'en',
      state: 'SCHEDULED',
      rosterVersion: 1,
    })
    const customers = params.customers.map(({ name, contact }) =>
      created('Customer', randomUUID(), {
        email: contact.primaryEmail,
        ...(name?.firstName && { firstName: name.firstName }),
        ...(name?.lastName && { lastName: name.lastName }),
        ...(contact.primaryPhone && { phone: contact.primaryPhone }),
        appointment: appointment.toPointer(),
      }),
    )
    const tickets = customers.flatMap((customer) => [ticket(customer, 'room'), ticket(customer, 'manage')])
    const notifications = customers.flatMap((customer) => [
      notification(customer, 'CREATE', new Date()),
      notification(customer, 'REMINDER', new Date(start.getTime() - DAY_MS)),
    ])
    const answer = {
      ...appointment.toJSON(),
      customers: customers.map((customer) => customer.toJSON()),
    }
    const scheduled = event('APScheduledEvent', appointment, answer)
    await Parse.Object.saveAll(
      [appointment, ...customers, ...tickets.map(({ stored }) => stored), ...notifications, scheduled],
      allOrNothing,
    )
    return { ...answer, tickets: tickets.map(({ customerId, kind, token }) => ({ customerId, kind, token })) }
  },
  {
    fields: {
      applicationId: required(String, isText),
      targetAssignment: { type: Object, options: ({ id }) => isText(id) },
      title: required(String, isText),
      start: required(String, isInstant),
      duration: required(String, (value) => DURATION.test(value)),
      timezone: required(String, (value) => timeZones.has(value)),
      customers: required(Array, areCustomers),
    },
  },
)

Parse.Cloud.define(
  'changePresence',
  async ({ params: { appointmentId, customerId, presence } }) => {
    const [appointment, customer] = await Promise.all([
      new Parse.Query('Appointment').get(appointmentId, master),
      new Parse.Query('Customer').get(customerId, master),
    ])
    if (customer.get('appointment').id !== appointment.id) reject('the appointment has no such participant')
    if (!['SCHEDULED', 'ACTIVATED'].includes(appointment.get('state'))) reject('the appointment is over')
    if (customer.get('presence') !== presence) {
      customer.set({ presence })
      appointment.increment('rosterVersion')
      const changed = event('APPresenceEvent', appointment, { customerId, presence })
      await Parse.Object.saveAll([customer, appointment, changed], allOrNothing)
    }
    return { ...appointment.toJSON(), customers: [customer.toJSON()] }
  },
  {
    fields: {
      appointmentId: required(String, isText),
      customerId: required(String, isText),
      presence: required(String, ['WAITING', 'JOINED', 'LEFT']),
    },
  },
)

const created = (className, id, fields) => new Parse.Object(className, { id, ...fields })

/** A ticket admits its bearer; the database stores and looks up only its hash. */
function ticket(customer, kind) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  const stored = created('Ticket', hash, { kind, version: 1, customer: customer.toPointer() })
  return { customerId: customer.id, kind, token, stored }
}

/** A planned mail, for a job that would send it. */
const notification = (customer, type, dueAt) =>
  created('Notification', randomUUID(), {
    ...{ type, channel: 'EMAIL', status: 'INITIALIZED', dueAt },
    customer: customer.toPointer(),
  })

/** A row of the outbox, for a job that would publish the event. */
const event = (type, appointment, data) =>
  created('Event', randomUUID(), {
    ...{ type, data },
    appointment: appointment.toPointer(),
    version: appointment.get('rosterVersion'),
  })

/** Length of a duration in milliseconds; a day is 24 hours. */
function lengthOf(duration) {
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(duration).slice(1)
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}

function rejectTimes(start, end, { allowPast }) {
  if (!allowPast && end.getTime() <= Date.now()) reject('the appointment would be over')
  if (start.getTime() > Date.now() + TWO_YEARS_MS) reject('the appointment is more than two years ahead')
}

/** Two concurrent bookings may both pass: Parse has no lock that would make the second wait. */
async function rejectOverlap(agentId, start, end) {
  const other = await new Parse.Query('Appointment')
    .equalTo('agentId', agentId)
    .containedIn('state', ['SCHEDULED', 'ACTIVATED'])
    .lessThan('start', end)
    .greaterThan('end', start)
    .first(master)
  if (other) reject('the agent has another appointment then')
}

function reject(message) {
  throw new Parse.Error(Parse.Error.VALIDATION_ERROR, message)
}
