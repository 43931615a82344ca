import type { Catalog } from '../catalog.ts'
import { mails } from './mails.ts'
import { texts } from './texts.ts'

export const en: Catalog = {
  locale: 'en',
  words: {
    colon: ':',
    untitled: 'Appointment',
    greeting: 'Hello {{name}},',
    greetingWithoutName: 'Hello,',
    when: 'When',
    before: 'Before',
    timeZone: 'Time zone',
    with: 'With',
    where: 'Where',
    byPhone: 'By phone',
    byVideo: 'By video',
    inPerson: 'In person',
    subject: 'Subject',
    notes: 'Notes',
    reason: 'Reason',
    code: 'Your code',
    join: 'Join the video call',
    enter: 'Join the appointment',
    sameLink: 'Your link stays the same',
    newLink: 'Please use this new link from now on',
    manage: 'Change or cancel',
    codeValid:
      'It is valid for {{minutes}}. No one{{#if brand}} from {{brand}}{{/if}} will ever ask you for it.',
    footer: 'You get this message because of your appointment{{#if brand}} with {{brand}}{{/if}}.',
    unsubscribe: 'No more reminders by e-mail',
    help: 'Need help?',
    contact: 'Contact us',
    privacy: 'Privacy',
    terms: 'Terms',
    imprint: 'Imprint',
  },
  minutes: '{count, plural, one {# minute} other {# minutes}}',
  sender: '{{brand}}: ',
  mails,
  texts,
}
