import type { Catalog } from '../catalog.ts'

export const texts: Catalog['texts'] = {
  CREATE:
    '{{title}} ist gebucht, {{whenShort}}. {{#if joinLink}}Teilnehmen: {{joinLink}} {{/if}}Ändern oder absagen: {{manageLink}}',
  UPDATE: 'Angaben geändert: {{title}}, {{whenShort}}. {{manageLink}}',
  RESCHEDULE:
    '{{#if newZone}}Neue Zeitzone, gleicher Zeitpunkt{{else if unmoved}}Zeit unverändert{{else}}Neue Zeit{{/if}}: {{title}}, {{whenShort}}. {{#if joinLink}}Teilnehmen: {{joinLink}} {{/if}}{{linkNote}}: {{manageLink}}',
  REASSIGN: 'Jemand anderes aus unserem Team übernimmt {{title}}, {{whenShort}}. Die Zeit bleibt gleich.',
  ROOM: '{{#if video}}Zum Videogespräch{{else}}Teilnehmen{{/if}}: {{title}}, {{whenShort}}: {{roomLink}}',
  REMINDER:
    'Erinnerung: {{title}}, {{whenShort}}. {{#if joinLink}}Teilnehmen: {{joinLink}} {{/if}}Ändern oder absagen: {{manageLink}}',
  CANCELLED: '{{title}}, {{whenShort}}, ist abgesagt.',
  FOLLOW_UP: 'Vielen Dank für Ihre Zeit. Falls noch etwas offen ist, melden Sie sich bitte.',
  IN_PROGRESS: '{{title}} hat begonnen.',
  COMPLETED: '{{title}} ist abgeschlossen. Vielen Dank.',
  FAILED: '{{title}}, {{whenShort}}, konnte nicht stattfinden. {{userMessage}}',
  NO_SHOW: 'Sie konnten nicht dabei sein: {{title}}, {{whenShort}}.',
  PARTICIPANT_ADDED:
    'Ihr Termin: {{title}}, {{whenShort}}. {{#if joinLink}}Teilnehmen: {{joinLink}} {{/if}}Ändern oder absagen: {{manageLink}}',
  PARTICIPANT_REMOVED: 'Sie nehmen nicht mehr teil: {{title}}, {{whenShort}}.',
  PARTICIPANT_UPDATED: 'Teilnehmende geändert: {{title}}, {{whenShort}}.',
  INTERACTION_UPDATED: 'Verbindung geändert: {{title}}, {{whenShort}}.',
  OTP: '{{code}} ist Ihr Code{{#if brand}} für {{brand}}{{/if}}. Er gilt {{minutes}}.',
}
