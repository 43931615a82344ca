import type { Catalog } from '../catalog.ts'

export const mails: Catalog['mails'] = {
  CREATE: {
    subject: 'Your appointment: {{title}}, {{whenShort}}',
    heading: 'Your appointment is booked',
    intro: 'We look forward to talking to you. Here is everything you need.',
  },
  UPDATE: {
    subject: 'Details changed: {{title}}, {{whenShort}}',
    heading: 'The details of your appointment have changed',
    intro: 'The time stays the same. This is how your appointment looks now.',
  },
  RESCHEDULE: {
    subject:
      '{{#if newZone}}New time zone{{else if unmoved}}Time unchanged{{else}}New time{{/if}}: {{title}}, {{whenShort}}',
    heading:
      '{{#if newZone}}The time zone of your appointment has changed{{else if unmoved}}Your appointment has not moved{{else}}Your appointment has moved{{/if}}',
    intro:
      '{{#if newZone}}Your appointment has not moved. Its time is now shown in another time zone{{else if unmoved}}The date and time are unchanged{{else}}Please note the new time{{/if}}. {{linkNote}}.',
  },
  REASSIGN: {
    subject: 'New contact person: {{title}}, {{whenShort}}',
    heading: 'A colleague will take over your appointment',
    intro: 'You have a new contact person. The time stays the same, and there is nothing you need to do.',
  },
  ROOM: {
    subject: '{{#if video}}Your video call{{else}}You can join now{{/if}}: {{title}}, {{whenShort}}',
    heading: 'Your room is open',
    intro: 'You can join with one click, right in your browser.',
  },
  REMINDER: {
    subject: 'Reminder: {{title}}, {{whenShort}}',
    heading: 'Your appointment is coming up',
    intro: 'This is just a reminder. If the time no longer suits you, you can change it.',
  },
  CANCELLED: {
    subject: 'Cancelled: {{title}}, {{whenShort}}',
    heading: 'Your appointment is cancelled',
    intro: 'It will not take place. There is nothing you need to do.',
  },
  FOLLOW_UP: {
    subject: 'Thank you: {{title}}',
    heading: 'Thank you for your time',
    intro: 'We hope we were able to help. If you have any more questions, please get in touch.',
  },
  IN_PROGRESS: {
    subject: 'In progress: {{title}}',
    heading: 'Your appointment has begun',
    intro: 'Everyone has joined.',
  },
  COMPLETED: {
    subject: 'Completed: {{title}}',
    heading: 'Your appointment is completed',
    intro: 'Thank you for taking part.',
  },
  FAILED: {
    subject: 'Not possible: {{title}}, {{whenShort}}',
    heading: 'Your appointment could not take place',
    intro: 'We are sorry. {{userMessage}}',
  },
  NO_SHOW: {
    subject: 'We missed you: {{title}}, {{whenShort}}',
    heading: 'We missed you',
    intro:
      'We waited for you, but you did not join. Please book another time if you still want to talk to us.',
  },
  PARTICIPANT_ADDED: {
    subject: 'Your appointment: {{title}}, {{whenShort}}',
    heading: 'You have been added to an appointment',
    intro: 'Here is everything you need.',
  },
  PARTICIPANT_REMOVED: {
    subject: 'You no longer take part: {{title}}, {{whenShort}}',
    heading: 'You no longer take part',
    intro: 'You have been removed from this appointment. There is nothing you need to do.',
  },
  PARTICIPANT_UPDATED: {
    subject: 'Participants: {{title}}, {{whenShort}}',
    heading: 'A participant of your appointment has changed',
    intro: 'The time stays the same.',
  },
  INTERACTION_UPDATED: {
    subject: 'Connection: {{title}}, {{whenShort}}',
    heading: 'The connection of your appointment has changed',
    intro: 'The time stays the same, and there is nothing you need to do.',
  },
  OTP: {
    subject: '{{code}} is your code',
    heading: 'Confirm your address',
    intro: 'Enter this code to continue with your booking.',
  },
}
