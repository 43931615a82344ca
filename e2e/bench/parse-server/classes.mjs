// The classes of cloud.mjs. Each row is looked up by its id, which is the primary key of its table.
const text = { type: 'String' }
const number = { type: 'Number' }
const date = { type: 'Date' }
const json = { type: 'Object' }
const pointer = (targetClass) => ({ type: 'Pointer', targetClass })

const permissions = (who) =>
  Object.fromEntries(
    ['find', 'count', 'get', 'create', 'update', 'delete', 'addField'].map((operation) => [operation, who]),
  )
/** Accessible to cloud code only, because settings, contact details and tickets are confidential. */
const kept = (className, fields) => ({ className, fields, classLevelPermissions: permissions({}) })

export const classes = [
  {
    className: 'Appointment',
    fields: {
      ...{ applicationId: text, applicationVersion: number, agentId: text },
      ...{ title: text, start: date, end: date, duration: text, timezone: text, locale: text },
      ...{ state: text, rosterVersion: number },
    },
    // the benchmark also reads and writes plain rows of this class over REST
    classLevelPermissions: permissions({ '*': true }),
  },
  kept('Application', { version: number, settings: json }),
  kept('Customer', {
    ...{ appointment: pointer('Appointment'), presence: text },
    ...{ firstName: text, lastName: text, email: text, phone: text },
  }),
  kept('Ticket', { customer: pointer('Customer'), kind: text, version: number }),
  kept('Notification', {
    ...{ customer: pointer('Customer'), type: text, channel: text, status: text, dueAt: date },
  }),
  kept('Event', { appointment: pointer('Appointment'), type: text, version: number, data: json }),
]
