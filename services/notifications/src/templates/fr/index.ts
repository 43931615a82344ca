import type { Catalog } from '../catalog.ts'
import { mails } from './mails.ts'
import { texts } from './texts.ts'

export const fr: Catalog = {
  locale: 'fr',
  words: {
    untitled: 'Rendez-vous',
    greeting: 'Bonjour {{name}},',
    greetingWithoutName: 'Bonjour,',
    when: 'Quand',
    before: 'Auparavant',
    timeZone: 'Fuseau horaire',
    subject: 'Objet',
    notes: 'Remarques',
    reason: 'Motif',
    code: 'Votre code',
    join: 'Rejoindre la visioconférence',
    manage: 'Modifier ou annuler',
    codeValid: 'Il est valable {{minutes}}. Personne chez {{brand}} ne vous le demandera jamais.',
    footer: 'Vous recevez ce message en raison de votre rendez-vous avec {{brand}}.',
    unsubscribe: 'Plus de rappels par e-mail',
  },
  minutes: '{count, plural, one {# minute} other {# minutes}}',
  mails,
  texts,
}
