/** Fields of a search and of its result. */
export const searchFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AppointmentSearch: {
    applicationId: 'Only appointments of this application',
    from: 'Only appointments that start at this time or later; a date means the start of that day in UTC',
    to: 'Only appointments that start before this time',
    state: 'Only these states, case-insensitive',
    outcome: 'Only these outcomes, case-insensitive',
    agentId:
      'Only appointments that one of these agents organizes or takes part in. Agents restricted by the application find only their own, regardless of this field',
    queueId: 'Only appointments of these queues',
    serviceTypeId: 'Only appointments of these service types',
    unassigned: 'If true, only appointments without an agent; if false, only those with one',
    contact:
      'Only appointments of a customer with this e-mail address or phone number. A phone number without a country code needs the `applicationId`, whose `defaultRegion` completes it',
    q: 'Only appointments for which each of these words begins a word of the name or e-mail address of a customer, of the title, or of the id. Case and accents do not matter',
    changedSince: 'Only appointments that changed, or whose participants changed, at this time or later',
    sort: 'Order: by start (the default), by start with the latest first, or by last change with the newest first',
    include: '`participants` adds the names of customers to the participants',
    cursor: 'The `nextCursor` of the previous response; the filters must be the same',
    limit: 'Maximum number of elements on a page, 50 by default',
  },
  FoundAppointments: {
    content: 'The appointments that were found',
    nextCursor: 'Continues the search after these appointments; absent on the last page',
  },
  Me: {
    userId: 'The user that the token names; absent for a machine without one',
    displayName: 'Name of the agent in the directory',
    roles: 'Roles of the token',
    organizationId: 'Organization that the token is limited to',
    applications: 'Applications of the organization by id, at most 1000',
    'applications.id': 'Identifies the application',
    'applications.name': 'Name of its brand or sender, otherwise its id',
    'applications.agentReassignmentEnabled': 'Whether agents may reassign its appointments',
    'applications.timezone': 'Its time zone; `UTC` if none is set',
    'applications.notesForCustomers': 'Whether customers see the notes of an appointment',
    'applications.mayOverrideCalendar': 'Whether a role of the caller may book outside the calendar',
  },
}
