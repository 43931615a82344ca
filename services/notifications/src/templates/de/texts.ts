import type { Catalog } from '../catalog.ts'

export const texts: Catalog['texts'] = {
  CREATE: '{{brand}}: {{title}} ist gebucht, {{whenShort}}. Ändern oder absagen: {{manageLink}}',
  UPDATE: '{{brand}}: Angaben geändert: {{title}}, {{whenShort}}. {{manageLink}}',
  RESCHEDULE: '{{brand}}: Neue Zeit: {{title}}, {{whenShort}}. Ändern oder absagen: {{manageLink}}',
  REASSIGN: '{{brand}}: Jemand anderes übernimmt {{title}}, {{whenShort}}. Die Zeit bleibt gleich.',
  ROOM: '{{brand}}: Zum Videogespräch {{title}}, {{whenShort}}: {{roomLink}}',
  REMINDER: '{{brand}}: Erinnerung: {{title}}, {{whenShort}}. Ändern oder absagen: {{manageLink}}',
  CANCELLED: '{{brand}}: {{title}}, {{whenShort}}, ist abgesagt.',
  FOLLOW_UP: '{{brand}}: Vielen Dank für Ihre Zeit. Falls noch etwas offen ist, melden Sie sich bitte.',
  IN_PROGRESS: '{{brand}}: {{title}} hat begonnen.',
  COMPLETED: '{{brand}}: {{title}} ist abgeschlossen. Vielen Dank.',
  FAILED: '{{brand}}: {{title}}, {{whenShort}}, konnte nicht stattfinden. {{userMessage}}',
  NO_SHOW: '{{brand}}: Wir haben Sie vermisst: {{title}}, {{whenShort}}.',
  PARTICIPANT_ADDED: '{{brand}}: Ihr Termin: {{title}}, {{whenShort}}. Ändern oder absagen: {{manageLink}}',
  PARTICIPANT_REMOVED: '{{brand}}: Sie nehmen nicht mehr teil: {{title}}, {{whenShort}}.',
  PARTICIPANT_UPDATED: '{{brand}}: Teilnehmende geändert: {{title}}, {{whenShort}}.',
  INTERACTION_UPDATED: '{{brand}}: Verbindung geändert: {{title}}, {{whenShort}}.',
  OTP: '{{code}} ist Ihr Code für {{brand}}. Er gilt {{minutes}}.',
}
