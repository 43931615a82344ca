import type { Catalog } from '../catalog.ts'

export const texts: Catalog['texts'] = {
  CREATE: '{{brand}}: {{title}} is booked for {{whenShort}}. Change or cancel: {{manageLink}}',
  UPDATE: '{{brand}}: the details of {{title}}, {{whenShort}}, have changed. {{manageLink}}',
  RESCHEDULE: '{{brand}}: {{title}} moves to {{whenShort}}. Change or cancel: {{manageLink}}',
  REASSIGN: '{{brand}}: a colleague takes over {{title}}, {{whenShort}}. The time stays the same.',
  ROOM: '{{brand}}: join {{title}}, {{whenShort}}, here: {{roomLink}}',
  REMINDER: '{{brand}}: reminder of {{title}}, {{whenShort}}. Change or cancel: {{manageLink}}',
  CANCELLED: '{{brand}}: {{title}}, {{whenShort}}, is cancelled.',
  FOLLOW_UP: '{{brand}}: thank you for your time. If anything is still open, please get in touch.',
  IN_PROGRESS: '{{brand}}: {{title}} has begun.',
  COMPLETED: '{{brand}}: {{title}} is completed. Thank you.',
  FAILED: '{{brand}}: {{title}}, {{whenShort}}, could not take place. {{userMessage}}',
  NO_SHOW: '{{brand}}: we missed you at {{title}}, {{whenShort}}.',
  PARTICIPANT_ADDED: '{{brand}}: you take part in {{title}}, {{whenShort}}. Change or cancel: {{manageLink}}',
  PARTICIPANT_REMOVED: '{{brand}}: you no longer take part in {{title}}, {{whenShort}}.',
  PARTICIPANT_UPDATED: '{{brand}}: a participant of {{title}}, {{whenShort}}, has changed.',
  INTERACTION_UPDATED: '{{brand}}: the connection of {{title}}, {{whenShort}}, has changed.',
  OTP: '{{code}} is your code for {{brand}}. It is valid for {{minutes}}.',
}
