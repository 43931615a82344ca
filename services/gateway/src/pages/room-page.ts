import type { RoomView } from '@appointments/contracts'
import { head, type Language } from './shell.ts'

type Expected = NonNullable<RoomView['expected']>
/** The content of a room page: the room, or that it is unknown or currently unavailable. */
export type RoomPage = RoomView | 'unknown' | 'unavailable'

interface Notice {
  heading: string
  text: string
}

interface Words {
  title: string
  expected: string
  timeZone: string
  withCompany: (company: string) => string
  customers: (count: number) => string
  agents: (count: number) => string
  noVideo: string
  notices: Record<Exclude<RoomView['state'], 'OPEN'> | 'unknown' | 'unavailable', Notice>
}

const words: Record<Language, Words> = {
  en: {
    title: 'Your room',
    expected: 'Expected',
    timeZone: 'Time zone',
    withCompany: (company) => `Appointment with ${company}`,
    customers: (count) => (count === 1 ? '1 customer' : `${count} customers`),
    agents: (count) => (count === 1 ? '1 agent' : `${count} agents`),
    noVideo: 'This page has no video. It stands in for the room until a video service is connected.',
    notices: {
      CANCELLED: { heading: 'This appointment is cancelled', text: 'The room is closed.' },
      ABORTED: { heading: 'This appointment did not take place', text: 'The room is closed.' },
      EXPIRED: { heading: 'This appointment is over', text: 'The room is closed.' },
      unknown: {
        heading: 'There is no room at this address',
        text: 'Please use the link in your latest message about the appointment.',
      },
      unavailable: {
        heading: 'The room cannot be shown right now',
        text: 'Please open the link again in a moment.',
      },
    },
  },
  de: {
    title: 'Ihr Raum',
    expected: 'Erwartet',
    timeZone: 'Zeitzone',
    withCompany: (company) => `Termin mit ${company}`,
    customers: (count) => (count === 1 ? '1 Kunde' : `${count} Kunden`),
    agents: (count) => (count === 1 ? '1 Ansprechperson' : `${count} Ansprechpersonen`),
    noVideo:
      'Auf dieser Seite gibt es kein Video. Sie steht für den Raum, bis ein Videodienst angebunden ist.',
    notices: {
      CANCELLED: { heading: 'Dieser Termin ist abgesagt', text: 'Der Raum ist geschlossen.' },
      ABORTED: { heading: 'Dieser Termin hat nicht stattgefunden', text: 'Der Raum ist geschlossen.' },
      EXPIRED: { heading: 'Dieser Termin ist vorbei', text: 'Der Raum ist geschlossen.' },
      unknown: {
        heading: 'Unter dieser Adresse gibt es keinen Raum',
        text: 'Bitte nutzen Sie den Link in der neuesten Nachricht zu Ihrem Termin.',
      },
      unavailable: {
        heading: 'Der Raum kann gerade nicht angezeigt werden',
        text: 'Bitte öffnen Sie den Link gleich noch einmal.',
      },
    },
  },
  fr: {
    title: 'Votre salle',
    expected: 'Personnes attendues',
    timeZone: 'Fuseau horaire',
    withCompany: (company) => `Rendez-vous avec ${company}`,
    customers: (count) => (count === 1 ? '1 client' : `${count} clients`),
    agents: (count) => (count === 1 ? '1 conseiller' : `${count} conseillers`),
    noVideo:
      'Il n’y a pas de vidéo sur cette page. Elle tient lieu de salle tant qu’aucun service de vidéo n’est connecté.',
    notices: {
      CANCELLED: { heading: 'Ce rendez-vous est annulé', text: 'La salle est fermée.' },
      ABORTED: { heading: 'Ce rendez-vous n’a pas eu lieu', text: 'La salle est fermée.' },
      EXPIRED: { heading: 'Ce rendez-vous est terminé', text: 'La salle est fermée.' },
      unknown: {
        heading: 'Il n’y a pas de salle à cette adresse',
        text: 'Veuillez utiliser le lien de votre dernier message au sujet du rendez-vous.',
      },
      unavailable: {
        heading: 'La salle ne peut pas être affichée pour le moment',
        text: 'Veuillez rouvrir le lien dans un instant.',
      },
    },
  },
}

/**
 * The page at the default address of a room. It needs no script: all content is in the document.
 * @param root path of the gateway's public URL, without a trailing slash
 */
export function roomPage(page: RoomPage, language: Language, root: string): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
${head(words[language].title, root)}
  </head>
  <body>
    <main class="card">
${cardOf(page, language)}
    </main>
  </body>
</html>
`
}

function cardOf(page: RoomPage, language: Language): string {
  const { notices } = words[language]
  if (typeof page === 'string') return noticeCard(notices[page])
  if (page.state !== 'OPEN') return noticeCard(notices[page.state])
  return page.expected ? openCard(page.expected, page.locale, language) : noticeCard(notices.unavailable)
}

const noticeCard = ({ heading, text }: Notice): string => `      <h1>${heading}</h1>
      <p class="lead">${text}</p>`

function openCard(expected: Expected, locale: string, language: Language): string {
  const { title, expected: label, timeZone, withCompany, noVideo } = words[language]
  const { company } = expected
  return `      <h1>${company === undefined ? title : escaped(withCompany(company))}</h1>
      <p class="when hours">${escaped(timeOf(expected, locale.startsWith(`${language}-`) ? locale : language))}</p>
      <dl>
        <div><dt>${label}</dt>${expectedOnes(expected, language)
          .map((one) => `<dd><bdi>${escaped(one)}</bdi></dd>`)
          .join('')}</div>
        <div><dt>${timeZone}</dt><dd>${escaped(zoneOf(expected))}</dd></div>
      </dl>
      <p class="notice">${noVideo}</p>`
}

/** First names, followed by the numbers of the other participants. */
function expectedOnes({ customers, unnamedCustomers, agents }: Expected, language: Language): string[] {
  const counted = words[language]
  return [
    ...customers,
    ...(unnamedCustomers > 0 ? [counted.customers(unnamedCustomers)] : []),
    ...(agents > 0 ? [counted.agents(agents)] : []),
  ]
}

/** Day and hours, with the UTC offsets if the clocks change in between. */
function timeOf({ start, end, timezone: timeZone }: Expected, locale: string): string {
  const parts = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  } as const
  if (offsetAt(start, timeZone) === offsetAt(end, timeZone))
    return new Intl.DateTimeFormat(locale, parts).formatRange(new Date(start), new Date(end))
  const withOffset = new Intl.DateTimeFormat(locale, { ...parts, timeZoneName: 'longOffset' })
  return `${withOffset.format(new Date(start))} – ${withOffset.format(new Date(end))}`
}

const offsetAt = (instant: string, timeZone: string): string | undefined =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value

/** `Europe/Berlin (GMT+01:00)` */
const zoneOf = ({ start, end, timezone }: Expected): string => {
  const offset = offsetAt(start, timezone)
  return offset === undefined || offset !== offsetAt(end, timezone) ? timezone : `${timezone} (${offset})`
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
