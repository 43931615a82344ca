/** The application that most clients book in; it has a webhook endpoint and schedules reminders. */
export const APPLICATION = 'faults'
/** The application of an organization, whose appointments no other organization may see. */
export const OF_ORGANIZATION = 'faults-of-an-organization'
