import type { Catalog } from '../catalog.ts'

export const texts: Catalog['texts'] = {
  CREATE:
    '{{title}} est réservé, {{whenShort}}. {{#if joinLink}}Rejoindre : {{joinLink}} {{/if}}Modifier ou annuler : {{manageLink}}',
  UPDATE: 'Détails modifiés : {{title}}, {{whenShort}}. {{manageLink}}',
  RESCHEDULE:
    "{{#if newZone}}{{title}} n'a pas été déplacé. Nouveau fuseau horaire : {{else if unmoved}}Horaire inchangé : {{title}}, {{else}}Nouvel horaire : {{title}}, {{/if}}{{whenShort}}. {{#if joinLink}}Rejoindre : {{joinLink}} {{/if}}{{linkNote}} : {{manageLink}}",
  REASSIGN: "Un autre membre de notre équipe prend {{title}}, {{whenShort}}. L'horaire ne change pas.",
  ROOM: 'Rejoindre {{title}}, {{whenShort}} : {{roomLink}}',
  REMINDER:
    'Rappel : {{title}}, {{whenShort}}. {{#if joinLink}}Rejoindre : {{joinLink}} {{/if}}Modifier ou annuler : {{manageLink}}',
  CANCELLED: '{{title}}, {{whenShort}}, est annulé.',
  FOLLOW_UP: "Merci pour votre temps. S'il reste une question, n'hésitez pas à nous écrire.",
  IN_PROGRESS: '{{title}} a commencé.',
  COMPLETED: '{{title}} est terminé. Merci.',
  FAILED: "{{title}}, {{whenShort}}, n'a pas pu avoir lieu. {{userMessage}}",
  NO_SHOW: 'Nous vous avons attendu : {{title}}, {{whenShort}}.',
  PARTICIPANT_ADDED:
    'Vous participez désormais à {{title}}, {{whenShort}}. {{#if joinLink}}Rejoindre : {{joinLink}} {{/if}}Modifier ou annuler : {{manageLink}}',
  PARTICIPANT_REMOVED: 'Vous ne participez plus à {{title}}, {{whenShort}}.',
  PARTICIPANT_UPDATED: 'Un participant de {{title}}, {{whenShort}}, a changé.',
  INTERACTION_UPDATED: 'La connexion de {{title}}, {{whenShort}}, a changé.',
  OTP: '{{code}} est votre code{{#if brand}} pour {{brand}}{{/if}}. Il est valable {{minutes}}.',
}
