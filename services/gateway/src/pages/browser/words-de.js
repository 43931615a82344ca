/** @import { Words } from './words-en.js' */

/** @type {Words} */
export const de = {
  language: 'de',
  manageTitle: 'Ihr Termin',
  joinTitle: 'Ihr Videogespräch',
  tryAgain: 'Noch einmal versuchen',
  chips: {
    waiting: 'Gebucht',
    running: 'Läuft',
    cancelled: 'Abgesagt',
    failed: 'Nicht stattgefunden',
    over: 'Vorbei',
  },
  length: 'Dauer',
  yourTime: (times) => `Ihre Ortszeit: ${times}`,
  notes: {
    cancelled: 'Dieser Termin ist abgesagt. Sie müssen nichts tun.',
    failed: 'Es tut uns leid, dass dieser Termin nicht stattfinden konnte. Bitte melden Sie sich bei uns.',
    over: 'Dieser Termin ist vorbei. Vielen Dank für Ihre Zeit.',
  },
  moved: {
    heading: 'Ihr Termin ist verschoben',
    text: 'Eine Nachricht mit der neuen Zeit ist zu Ihnen unterwegs. Sie enthält einen neuen Link für weitere Änderungen; der eben benutzte gilt nicht mehr.',
    withoutMessage:
      'Der eben benutzte Link gilt nicht mehr. Für weitere Änderungen melden Sie sich bitte bei uns.',
  },
  justCancelled: {
    heading: 'Ihr Termin ist abgesagt',
    text: 'Danke, dass Sie Bescheid gegeben haben. Mehr müssen Sie nicht tun.',
  },
  move: {
    open: 'Termin verschieben',
    heading: 'Auf eine andere Zeit verschieben',
    date: 'Datum',
    time: 'Uhrzeit',
    hint: (zone) => `In der Zeitzone des Termins: ${zone}`,
    preview: (times) => `Neue Zeit: ${times}`,
    twice:
      'In dieser Nacht werden die Uhren zurückgestellt, diese Uhrzeit gibt es zweimal. Welche meinen Sie?',
    first: (offset) => `Die erste, vor der Umstellung (${offset})`,
    second: (offset) => `Die zweite, nach der Umstellung (${offset})`,
    submit: 'Jetzt verschieben',
    busy: 'Wird verschoben …',
    keep: 'So lassen',
  },
  cancel: {
    open: 'Termin absagen',
    heading: 'Diesen Termin absagen?',
    text: 'Er findet dann nicht statt. Das lässt sich nicht rückgängig machen.',
    reason: 'Grund (freiwillig)',
    submit: 'Ja, absagen',
    busy: 'Wird abgesagt …',
    keep: 'Nein, behalten',
  },
  faults: {
    incomplete: 'Bitte geben Sie Datum und Uhrzeit an.',
    never:
      'In dieser Nacht werden die Uhren vorgestellt, diese Uhrzeit gibt es nicht. Bitte wählen Sie eine andere.',
    same: 'Zu dieser Zeit ist der Termin schon. Bitte wählen Sie eine andere.',
    past: 'Diese Zeit ist schon vorbei. Bitte wählen Sie eine spätere.',
    tooFar: 'Das liegt zu weit in der Zukunft. Bitte wählen Sie eine Zeit in den nächsten zwei Jahren.',
    invalid: 'So geht es leider nicht. Bitte prüfen Sie Ihre Angaben.',
    taken: (times) =>
      times === undefined
        ? 'Diese Zeit ist schon vergeben. Bitte wählen Sie eine andere.'
        : `Diese Zeit ist schon vergeben, es gibt bereits einen Termin: ${times}. Bitte wählen Sie eine andere.`,
    tooLate: 'Zum Absagen auf diesem Weg ist es zu spät. Bitte melden Sie sich bei uns.',
    trouble:
      'Wir haben keine Antwort bekommen, deshalb ist nicht sicher, ob es geklappt hat. Bitte versuchen Sie es noch einmal; es geschieht nichts doppelt.',
    busy: 'Das waren viele Anfragen in kurzer Zeit. Bitte warten Sie eine Minute und versuchen Sie es noch einmal.',
  },
  stale: {
    heading: 'Ihr Termin hat sich inzwischen geändert',
    /** @param {string} times */
    time: (times) => `Neue Zeit: ${times}`,
    /** @param {string} title */
    title: (title) => `Neues Thema: ${title}`,
    other: 'Andere Angaben haben sich geändert.',
    again: 'Bitte sehen Sie ihn sich noch einmal an und versuchen Sie es dann erneut.',
  },
  gone: {
    heading: 'Dieser Link gilt nicht mehr',
    text: 'Er wurde durch einen neueren ersetzt, oder der Termin wurde abgesagt oder ist vorbei.',
    hint: 'Falls der Termin verschoben wurde, benutzen Sie bitte den Link in unserer neuesten Nachricht.',
  },
  trouble: {
    heading: 'Wir erreichen Ihren Termin gerade nicht',
    text: 'Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es gleich noch einmal.',
  },
  tooMany: {
    heading: 'Bitte warten Sie eine Minute',
    text: 'Das waren viele Anfragen in kurzer Zeit. In einer Minute geht es wieder.',
  },
  join: {
    enter: 'Zum Videogespräch',
    waiting: 'Der Raum ist noch nicht offen',
    waitingText: (ahead) =>
      ahead === undefined
        ? 'Ihr Termin beginnt gleich. Sie können auf dieser Seite bleiben: Sie zeigt an, wenn der Raum öffnet.'
        : `Ihr Termin beginnt ${ahead}. Sie können auf dieser Seite bleiben: Sie zeigt an, wenn der Raum öffnet.`,
    open: 'Ihr Raum ist offen',
    openText: 'Wir freuen uns auf das Gespräch mit Ihnen.',
    over: 'Dieser Termin ist vorbei',
    overText: 'Der Raum ist geschlossen. Vielen Dank für Ihre Zeit.',
    cancelled: 'Dieser Termin ist abgesagt',
    cancelledText: 'Der Raum wird nicht geöffnet. Sie müssen nichts tun.',
    failed: 'Dieser Termin konnte nicht stattfinden',
    failedText: 'Das tut uns leid. Bitte melden Sie sich bei uns.',
    goneText: 'Der Termin wurde abgesagt oder ist vorbei.',
    goneHint: 'Falls Sie eine neuere Nachricht von uns haben, benutzen Sie bitte den Link darin.',
    unreachable: 'Wir erreichen den Raum gerade nicht. Wir versuchen es weiter.',
  },
}
