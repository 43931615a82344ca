import type { Catalog } from '../catalog.ts'

export const texts: Catalog['texts'] = {
  CREATE:
    '{{title}} is booked for {{whenShort}}. {{#if joinLink}}Join: {{joinLink}} {{/if}}Change or cancel: {{manageLink}}',
  UPDATE: 'The details of {{title}}, {{whenShort}}, have changed. {{manageLink}}',
  RESCHEDULE:
    '{{title}} has {{#if newZone}}not moved. Its time is now shown in another time zone: {{else if unmoved}}not moved: {{else}}moved to {{/if}}{{whenShort}}. {{#if joinLink}}Join: {{joinLink}} {{/if}}{{linkNote}}: {{manageLink}}',
  REASSIGN: 'A colleague will take over {{title}}, {{whenShort}}. The time stays the same.',
  ROOM: 'Join {{title}}, {{whenShort}}, here: {{roomLink}}',
  REMINDER:
    'Reminder: {{title}}, {{whenShort}}. {{#if joinLink}}Join: {{joinLink}} {{/if}}Change or cancel: {{manageLink}}',
  CANCELLED: '{{title}}, {{whenShort}}, is cancelled.',
  FOLLOW_UP: 'Thank you for your time. If you have any more questions, please get in touch.',
  IN_PROGRESS: '{{title}} has begun.',
  COMPLETED: '{{title}} is completed. Thank you.',
  FAILED: '{{title}}, {{whenShort}}, could not take place. {{userMessage}}',
  NO_SHOW: 'We missed you at {{title}}, {{whenShort}}.',
  PARTICIPANT_ADDED:
    'You have been added to {{title}}, {{whenShort}}. {{#if joinLink}}Join: {{joinLink}} {{/if}}Change or cancel: {{manageLink}}',
  PARTICIPANT_REMOVED: 'You no longer take part in {{title}}, {{whenShort}}.',
  PARTICIPANT_UPDATED: 'A participant of {{title}}, {{whenShort}}, has changed.',
  INTERACTION_UPDATED: 'The connection of {{title}}, {{whenShort}}, has changed.',
  OTP: '{{code}} is your code{{#if brand}} for {{brand}}{{/if}}. It is valid for {{minutes}}.',
}
