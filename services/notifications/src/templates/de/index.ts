import type { Catalog } from '../catalog.ts'
import { mails } from './mails.ts'
import { texts } from './texts.ts'

export const de: Catalog = {
  locale: 'de',
  words: {
    untitled: 'Termin',
    greeting: 'Guten Tag {{name}},',
    greetingWithoutName: 'Guten Tag,',
    when: 'Wann',
    before: 'Bisher',
    timeZone: 'Zeitzone',
    where: 'Wo',
    byPhone: 'Telefonisch',
    byVideo: 'Per Video',
    subject: 'Thema',
    notes: 'Notizen',
    reason: 'Grund',
    code: 'Ihr Code',
    join: 'Zum Videogespräch',
    enter: 'Zum Termin',
    sameLink: 'Ihr Link bleibt gleich',
    newLink: 'Bitte nutzen Sie ab jetzt diesen neuen Link',
    manage: 'Ändern oder absagen',
    codeValid: 'Er gilt {{minutes}}. Niemand{{#if brand}} von {{brand}}{{/if}} wird Sie je danach fragen.',
    footer: 'Sie erhalten diese Nachricht wegen Ihres Termins{{#if brand}} bei {{brand}}{{/if}}.',
    unsubscribe: 'Keine Erinnerungen mehr per E-Mail',
    help: 'Brauchen Sie Hilfe?',
    contact: 'Kontakt',
    privacy: 'Datenschutz',
    terms: 'AGB',
    imprint: 'Impressum',
  },
  minutes: '{count, plural, one {# Minute} other {# Minuten}}',
  sender: '{{brand}}: ',
  mails,
  texts,
}
