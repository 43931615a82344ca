import type { Catalog } from '../catalog.ts'

export const mails: Catalog['mails'] = {
  CREATE: {
    subject: 'Votre rendez-vous : {{title}}, {{whenShort}}',
    heading: 'Votre rendez-vous est réservé',
    intro: 'Nous nous réjouissons de cet échange. Voici tout ce dont vous avez besoin.',
  },
  UPDATE: {
    subject: 'Détails modifiés : {{title}}, {{whenShort}}',
    heading: 'Les détails de votre rendez-vous ont changé',
    intro: 'L’heure reste la même. Voici votre rendez-vous tel qu’il est maintenant.',
  },
  RESCHEDULE: {
    subject:
      '{{#if newZone}}Nouveau fuseau horaire{{else if unmoved}}Horaire inchangé{{else}}Nouvel horaire{{/if}} : {{title}}, {{whenShort}}',
    heading:
      '{{#if newZone}}Le fuseau horaire de votre rendez-vous a changé{{else if unmoved}}Votre rendez-vous n’a pas été déplacé{{else}}Votre rendez-vous a été déplacé{{/if}}',
    intro:
      '{{#if newZone}}Votre rendez-vous n’a pas été déplacé : son heure est simplement indiquée dans un autre fuseau horaire{{else if unmoved}}La date et l’heure restent inchangées{{else}}Merci de noter le nouvel horaire{{/if}}. {{linkNote}}.',
  },
  REASSIGN: {
    subject: 'Nouvel interlocuteur : {{title}}, {{whenShort}}',
    heading: 'Un autre membre de notre équipe prend votre rendez-vous',
    intro: 'Vous avez un nouvel interlocuteur. L’heure reste la même, vous n’avez rien à faire.',
  },
  ROOM: {
    subject:
      '{{#if video}}Votre visioconférence{{else}}Vous pouvez nous rejoindre{{/if}} : {{title}}, {{whenShort}}',
    heading: 'Votre salle est ouverte',
    intro: 'Un clic suffit pour nous rejoindre depuis votre navigateur.',
  },
  REMINDER: {
    subject: 'Rappel : {{title}}, {{whenShort}}',
    heading: 'Votre rendez-vous approche',
    intro: 'Un simple rappel. Si l’horaire ne vous convient plus, vous pouvez le modifier.',
  },
  CANCELLED: {
    subject: 'Annulé : {{title}}, {{whenShort}}',
    heading: 'Votre rendez-vous est annulé',
    intro: 'Il n’aura pas lieu. Vous n’avez rien à faire.',
  },
  FOLLOW_UP: {
    subject: 'Merci : {{title}}',
    heading: 'Merci pour votre temps',
    intro: 'Nous espérons avoir pu vous aider. S’il reste une question, n’hésitez pas à nous écrire.',
  },
  IN_PROGRESS: {
    subject: 'En cours : {{title}}',
    heading: 'Votre rendez-vous a commencé',
    intro: 'Tout le monde est là.',
  },
  COMPLETED: {
    subject: 'Terminé : {{title}}',
    heading: 'Votre rendez-vous est terminé',
    intro: 'Merci pour votre participation.',
  },
  FAILED: {
    subject: 'Impossible : {{title}}, {{whenShort}}',
    heading: 'Votre rendez-vous n’a pas pu avoir lieu',
    intro: 'Nous en sommes désolés. {{userMessage}}',
  },
  NO_SHOW: {
    subject: 'Nous vous avons attendu : {{title}}, {{whenShort}}',
    heading: 'Nous vous avons attendu',
    intro: 'Vous n’étiez malheureusement pas là. N’hésitez pas à réserver un autre horaire.',
  },
  PARTICIPANT_ADDED: {
    subject: 'Votre rendez-vous : {{title}}, {{whenShort}}',
    heading: 'Vous participez désormais à un rendez-vous',
    intro: 'Voici tout ce dont vous avez besoin.',
  },
  PARTICIPANT_REMOVED: {
    subject: 'Vous ne participez plus : {{title}}, {{whenShort}}',
    heading: 'Vous ne participez plus',
    intro: 'Vous avez été retiré de ce rendez-vous. Vous n’avez rien à faire.',
  },
  PARTICIPANT_UPDATED: {
    subject: 'Participants : {{title}}, {{whenShort}}',
    heading: 'Un participant de votre rendez-vous a changé',
    intro: 'L’heure reste la même.',
  },
  INTERACTION_UPDATED: {
    subject: 'Connexion : {{title}}, {{whenShort}}',
    heading: 'La connexion de votre rendez-vous a changé',
    intro: 'L’heure reste la même, vous n’avez rien à faire.',
  },
  OTP: {
    subject: '{{code}} est votre code',
    heading: 'Confirmez votre adresse',
    intro: 'Saisissez ce code pour poursuivre votre réservation.',
  },
}
