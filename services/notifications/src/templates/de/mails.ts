import type { Catalog } from '../catalog.ts'

export const mails: Catalog['mails'] = {
  CREATE: {
    subject: 'Ihr Termin: {{title}}, {{whenShort}}',
    heading: 'Ihr Termin ist gebucht',
    intro: 'Wir freuen uns auf das Gespräch mit Ihnen. Hier ist alles, was Sie brauchen.',
  },
  UPDATE: {
    subject: 'Angaben geändert: {{title}}, {{whenShort}}',
    heading: 'Die Angaben zu Ihrem Termin haben sich geändert',
    intro: 'Die Zeit bleibt gleich. So sieht Ihr Termin jetzt aus.',
  },
  RESCHEDULE: {
    subject:
      '{{#if newZone}}Neue Zeitzone{{else if unmoved}}Zeit unverändert{{else}}Neue Zeit{{/if}}: {{title}}, {{whenShort}}',
    heading:
      '{{#if newZone}}Die Zeitzone Ihres Termins hat sich geändert{{else if unmoved}}Ihr Termin wurde nicht verschoben{{else}}Ihr Termin wurde verschoben{{/if}}',
    intro:
      '{{#if newZone}}Der Zeitpunkt Ihres Termins bleibt gleich, nur die Uhrzeit ist jetzt in einer anderen Zeitzone angegeben{{else if unmoved}}Datum und Uhrzeit sind unverändert{{else}}Bitte merken Sie sich die neue Zeit vor{{/if}}. {{linkNote}}.',
  },
  REASSIGN: {
    subject: 'Neue Ansprechperson: {{title}}, {{whenShort}}',
    heading: 'Jemand anderes aus unserem Team übernimmt Ihren Termin',
    intro: 'Sie haben eine neue Ansprechperson. Die Zeit bleibt gleich, Sie müssen nichts tun.',
  },
  ROOM: {
    subject:
      '{{#if video}}Ihr Videogespräch{{else}}Sie können jetzt teilnehmen{{/if}}: {{title}}, {{whenShort}}',
    heading: 'Ihr Raum ist offen',
    intro: 'Ein Klick genügt, und Sie sind im Browser dabei.',
  },
  REMINDER: {
    subject: 'Erinnerung: {{title}}, {{whenShort}}',
    heading: 'Ihr Termin steht bevor',
    intro: 'Dies ist nur eine Erinnerung. Falls die Zeit nicht mehr passt, können Sie sie ändern.',
  },
  CANCELLED: {
    subject: 'Abgesagt: {{title}}, {{whenShort}}',
    heading: 'Ihr Termin ist abgesagt',
    intro: 'Er findet nicht statt. Sie müssen nichts tun.',
  },
  FOLLOW_UP: {
    subject: 'Vielen Dank: {{title}}',
    heading: 'Vielen Dank für Ihre Zeit',
    intro: 'Wir hoffen, dass wir Ihnen helfen konnten. Falls noch etwas offen ist, melden Sie sich bitte.',
  },
  IN_PROGRESS: {
    subject: 'Läuft: {{title}}',
    heading: 'Ihr Termin hat begonnen',
    intro: 'Alle sind da.',
  },
  COMPLETED: {
    subject: 'Abgeschlossen: {{title}}',
    heading: 'Ihr Termin ist abgeschlossen',
    intro: 'Vielen Dank für Ihre Teilnahme.',
  },
  FAILED: {
    subject: 'Nicht möglich: {{title}}, {{whenShort}}',
    heading: 'Ihr Termin konnte nicht stattfinden',
    intro: 'Das tut uns leid. {{userMessage}}',
  },
  NO_SHOW: {
    subject: 'Sie konnten nicht dabei sein: {{title}}, {{whenShort}}',
    heading: 'Sie konnten nicht dabei sein',
    intro: 'Wir haben auf Sie gewartet, aber Sie waren nicht da. Buchen Sie gern eine andere Zeit.',
  },
  PARTICIPANT_ADDED: {
    subject: 'Ihr Termin: {{title}}, {{whenShort}}',
    heading: 'Sie wurden zu einem Termin hinzugefügt',
    intro: 'Hier ist alles, was Sie brauchen.',
  },
  PARTICIPANT_REMOVED: {
    subject: 'Sie nehmen nicht mehr teil: {{title}}, {{whenShort}}',
    heading: 'Sie nehmen nicht mehr teil',
    intro: 'Sie wurden aus diesem Termin herausgenommen. Sie müssen nichts tun.',
  },
  PARTICIPANT_UPDATED: {
    subject: 'Teilnehmende: {{title}}, {{whenShort}}',
    heading: 'Bei den Teilnehmenden hat sich etwas geändert',
    intro: 'Die Zeit bleibt gleich.',
  },
  INTERACTION_UPDATED: {
    subject: 'Verbindung: {{title}}, {{whenShort}}',
    heading: 'Die Verbindung zu Ihrem Termin hat sich geändert',
    intro: 'Die Zeit bleibt gleich, Sie müssen nichts tun.',
  },
  OTP: {
    subject: '{{code}} ist Ihr Code',
    heading: 'Bestätigen Sie Ihre Adresse',
    intro: 'Geben Sie diesen Code ein, um mit der Buchung fortzufahren.',
  },
}
