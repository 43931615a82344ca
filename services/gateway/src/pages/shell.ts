export type Page = 'manage' | 'join'

/** Languages of the pages. The first is used if the browser accepts none of them. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

interface Words {
  /** Names no video call: whether there is a room is known only to the script. */
  title: string
  opening: string
  needsScript: string
}

/** Texts shown until the script of the page runs; all others are in `browser/words-….js`. */
const words: Record<Language, Words> = {
  en: {
    title: 'Your appointment',
    opening: 'One moment, please …',
    needsScript:
      'This page needs JavaScript. Please allow it in your browser, or get in touch with us to change your appointment.',
  },
  de: {
    title: 'Ihr Termin',
    opening: 'Einen Moment bitte …',
    needsScript:
      'Diese Seite braucht JavaScript. Bitte erlauben Sie es in Ihrem Browser, oder melden Sie sich bei uns, um Ihren Termin zu ändern.',
  },
  fr: {
    title: 'Votre rendez-vous',
    opening: 'Un instant, s’il vous plaît…',
    needsScript:
      'Cette page a besoin de JavaScript. Veuillez l’autoriser dans votre navigateur, ou contactez-nous pour modifier votre rendez-vous.',
  },
}

/** The shared part of every `<head>`. */
export const head = (title: string, root: string): string => `    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${root}/pages/style.css" />`

/**
 * The document of a page, which is the same for every ticket.
 * @param root path of the gateway's public URL, without a trailing slash
 */
export function shell(page: Page, language: Language, root: string): string {
  const { title, opening, needsScript } = words[language]
  return `<!doctype html>
<html lang="${language}">
  <head>
${head(title, root)}
    <script type="module" src="${root}/pages/${page}.js"></script>
  </head>
  <body>
    <main id="page"><p class="opening">${opening}</p></main>
    <p id="status" class="unseen" role="status"></p>
    <noscript><p class="opening">${needsScript}</p></noscript>
  </body>
</html>
`
}
