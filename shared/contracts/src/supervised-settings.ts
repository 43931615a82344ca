/**
 * Settings of an application that supervisors may patch, by their paths; ROLE_CLIENT_SERVICE may patch all. The file
 * imports nothing, so that pages can use it.
 */
export const supervisedSettings = [
  'customerCancelCutoff',
  'noShowGrace',
  'notifications/types',
  'notifications/schedules',
  'notifications/quietHours',
] as const
