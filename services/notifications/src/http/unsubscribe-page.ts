import { html, type Markup } from '../viewer/html.ts'
import type { Unsubscription } from '../use-cases/consent/read-unsubscription.ts'

/** Languages of the page; the browser's preferred one is used. */
export const pageLanguages = ['en', 'de', 'fr'] as const
export type PageLanguage = (typeof pageLanguages)[number]

interface Words {
  title: string
  ask: (brand: string) => string
  essential: string
  unsubscribe: string
  done: (brand: string) => string
  subscribe: string
}

const words: Record<PageLanguage, Words> = {
  en: {
    title: 'Reminders by e-mail',
    ask: (brand) => `Do you want no more reminders and follow-ups${brand && ` from ${brand}`} by e-mail?`,
    essential: 'You still hear of it when an appointment is booked, moved or cancelled.',
    unsubscribe: 'No more reminders',
    done: (brand) => `You get no more reminders and follow-ups${brand && ` from ${brand}`} by e-mail.`,
    subscribe: 'Send me reminders again',
  },
  de: {
    title: 'Erinnerungen per E-Mail',
    ask: (brand) =>
      `Möchten Sie${brand && ` von ${brand}`} keine Erinnerungen und Nachfragen per E-Mail mehr bekommen?`,
    essential: 'Wenn ein Termin gebucht, verschoben oder abgesagt wird, erfahren Sie es weiterhin.',
    unsubscribe: 'Keine Erinnerungen mehr',
    done: (brand) =>
      `Sie bekommen${brand && ` von ${brand}`} keine Erinnerungen und Nachfragen per E-Mail mehr.`,
    subscribe: 'Wieder an Termine erinnern',
  },
  fr: {
    title: 'Rappels par e-mail',
    ask: (brand) =>
      `Souhaitez-vous ne plus recevoir de rappels ni de suivis${brand && ` de ${brand}`} par e-mail ?`,
    essential: 'Vous serez toujours informé lorsqu’un rendez-vous est pris, déplacé ou annulé.',
    unsubscribe: 'Plus de rappels',
    done: (brand) => `Vous ne recevrez plus de rappels ni de suivis${brand && ` de ${brand}`} par e-mail.`,
    subscribe: 'Recevoir à nouveau les rappels',
  },
}

/** Allows only the stylesheet of the customer pages and the page's own form. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The page of a ticket: it asks for confirmation and shows the result. It needs no script.
 * @param root public path of the gateway, without a trailing slash
 */
export function unsubscribePage(
  { brand, isUnsubscribed }: Unsubscription,
  language: PageLanguage,
  root: string,
): string {
  const { title, ask, essential, unsubscribe, done, subscribe } = words[language]
  const action = isUnsubscribed
    ? button('subscribe', subscribe, 'button')
    : button('unsubscribe', unsubscribe, 'main')
  return `<!doctype html>\n${
    html`<html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${root}/pages/style.css" />
      </head>
      <body>
        <main>
          <div class="card">
            ${brand === '' ? '' : html`<p class="kind">${brand}</p>`}
            <h1>${title}</h1>
            <p class="lead" role="status">${isUnsubscribed ? done(brand) : ask(brand)}</p>
            <p class="soft">${essential}</p>
            <form method="post">${action}</form>
          </div>
        </main>
      </body>
    </html>`.markup
  }\n`
}

const button = (wanted: 'unsubscribe' | 'subscribe', label: string, look: string): Markup =>
  html`<button class="${look}" name="wanted" value="${wanted}">${label}</button>`
