import type { Catalog } from '../catalog.ts'

export const texts: Catalog['texts'] = {
  CREATE: '{{brand}} : {{title}} est réservé, {{whenShort}}. Modifier ou annuler : {{manageLink}}',
  UPDATE: '{{brand}} : détails modifiés : {{title}}, {{whenShort}}. {{manageLink}}',
  RESCHEDULE: '{{brand}} : nouvel horaire : {{title}}, {{whenShort}}. Modifier ou annuler : {{manageLink}}',
  REASSIGN: "{{brand}} : une autre personne prend {{title}}, {{whenShort}}. L'horaire ne change pas.",
  ROOM: '{{brand}} : rejoindre {{title}}, {{whenShort}} : {{roomLink}}',
  REMINDER: '{{brand}} : rappel : {{title}}, {{whenShort}}. Modifier ou annuler : {{manageLink}}',
  CANCELLED: '{{brand}} : {{title}}, {{whenShort}}, est annulé.',
  FOLLOW_UP: "{{brand}} : merci pour votre temps. S'il reste une question, n'hésitez pas à nous écrire.",
  IN_PROGRESS: '{{brand}} : {{title}} a commencé.',
  COMPLETED: '{{brand}} : {{title}} est terminé. Merci.',
  FAILED: "{{brand}} : {{title}}, {{whenShort}}, n'a pas pu avoir lieu. {{userMessage}}",
  NO_SHOW: '{{brand}} : vous nous avez manqué : {{title}}, {{whenShort}}.',
  PARTICIPANT_ADDED:
    '{{brand}} : vous participez à {{title}}, {{whenShort}}. Modifier ou annuler : {{manageLink}}',
  PARTICIPANT_REMOVED: '{{brand}} : vous ne participez plus à {{title}}, {{whenShort}}.',
  PARTICIPANT_UPDATED: '{{brand}} : un participant de {{title}}, {{whenShort}}, a changé.',
  INTERACTION_UPDATED: '{{brand}} : la connexion de {{title}}, {{whenShort}}, a changé.',
  OTP: '{{code}} est votre code pour {{brand}}. Il est valable {{minutes}}.',
}
