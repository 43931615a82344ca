/** The application that most clients book in; it has a webhook endpoint and schedules reminders. */
export const APPLICATION = 'faults'
/** The application whose queues have calendars: it enforces them, and rejects double booking. */
export const PLANNED = 'faults-planned'
/** The application of an organization, whose appointments no other organization may see. */
export const OF_ORGANIZATION = 'faults-of-an-organization'
