import type { Catalog } from '../catalog.ts'
import { mails } from './mails.ts'
import { texts } from './texts.ts'

export const fr: Catalog = {
  locale: 'fr',
  words: {
    colon: ' :',
    untitled: 'Rendez-vous',
    greeting: 'Bonjour {{name}},',
    greetingWithoutName: 'Bonjour,',
    when: 'Quand',
    before: 'Auparavant',
    timeZone: 'Fuseau horaire',
    with: 'Avec',
    where: 'Lieu',
    byPhone: 'Par téléphone',
    byVideo: 'Par vidéo',
    inPerson: 'Sur place',
    subject: 'Objet',
    notes: 'Remarques',
    reason: 'Motif',
    code: 'Votre code',
    join: 'Rejoindre la visioconférence',
    enter: 'Rejoindre le rendez-vous',
    // an SMS contains it, and ê would more than double the length of the SMS
    sameLink: 'Votre lien ne change pas',
    newLink: 'Merci de suivre désormais ce nouveau lien',
    manage: 'Modifier ou annuler',
    codeValid:
      'Il est valable {{minutes}}. Personne{{#if brand}} chez {{brand}}{{/if}} ne vous le demandera jamais.',
    footer: 'Vous recevez ce message en raison de votre rendez-vous{{#if brand}} avec {{brand}}{{/if}}.',
    unsubscribe: 'Plus de rappels par e-mail',
    help: 'Besoin d’aide ?',
    contact: 'Nous contacter',
    privacy: 'Confidentialité',
    terms: 'Conditions',
    imprint: 'Mentions légales',
  },
  minutes: '{count, plural, one {# minute} other {# minutes}}',
  sender: '{{brand}} : ',
  mails,
  texts,
}
