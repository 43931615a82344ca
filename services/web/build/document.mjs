import { messagesOf } from './messages.mjs'

/** Every page, its script and its title. Pages for developers are in English only. */
export const pages = [
  { name: 'start', entry: 'src/start/main.tsx', title: 'Appointments' },
  { name: 'book', entry: 'src/customer/book/main.tsx' },
  { name: 'manage', entry: 'src/customer/manage/main.tsx' },
  { name: 'join', entry: 'src/customer/join/main.tsx' },
  { name: 'room', entry: 'src/customer/room/main.tsx' },
  { name: 'unsubscribe', entry: 'src/customer/unsubscribe/main.tsx', body: unsubscribeForms },
  { name: 'desk', entry: 'src/desk/main.tsx', files: ['customer', 'desk'], script: 'desk.script' },
  { name: 'messages', entry: 'src/messages/main.tsx', title: 'Messages' },
]

/**
 * The document of a page, which is the same for every visitor. The server replaces %ROOT%, %VIEWER%, %DEMO% and %DESK%.
 * @param manifest files of the build, by source
 */
export function documentOf(page, language, manifest) {
  const { name, entry, title, files = ['customer'], script: noScript = 'page.script', body = opening } = page
  const words = messagesOf(title === undefined ? language : 'en')
  const heading = title ?? words[`title.${name}`]
  const script = manifest[entry]
  const loaded = withImports(entry, manifest)
  const styles = [...new Set(loaded.flatMap((source) => manifest[source].css ?? []))]
  const text = title === undefined ? files.map((file) => `messages/${language}/${file}.json`) : []
  const ahead = [...loaded.slice(1), ...text].map((source) => manifest[source]?.file).filter(Boolean)
  return `<!doctype html>
<html lang="${title === undefined ? language : 'en'}" data-root="%ROOT%" data-viewer="%VIEWER%" data-demo="%DEMO%" data-desk="%DESK%">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${heading}</title>
    <link rel="icon" href="data:," />
    <script src="%ROOT%/boot.js"></script>
${styles.map((file) => `    <link rel="stylesheet" href="%ROOT%/${file}" />`).join('\n')}
${ahead.map((file) => `    <link rel="modulepreload" href="%ROOT%/${file}" />`).join('\n')}
    <script type="module" src="%ROOT%/${script.file}"></script>
  </head>
  <body>
    <div id="page">${body(words, heading, words[noScript])}</div>
    <p id="status" class="unseen" role="status"></p>
  </body>
</html>
`
}

/** A source and everything it imports, except for modules that it loads later. */
function withImports(source, manifest, seen = new Set()) {
  if (seen.has(source)) return []
  seen.add(source)
  return [source, ...(manifest[source].imports ?? []).flatMap((one) => withImports(one, manifest, seen))]
}

function opening(words, heading, noScript) {
  return `<main class="column"><p class="opening">${words['page.opening']}</p>
      <noscript><div class="card"><h1>${heading}</h1><p>${noScript}</p></div></noscript></main>`
}

/** Works without scripts: the form posts to this address, and the response leads back to `#stopped`. */
function unsubscribeForms(words) {
  const form = (wanted, look, label) =>
    `<form method="post"><button class="${look}" name="wanted" value="${wanted}">${label}</button></form>`
  return `<main class="column"><div class="card">
        <div id="stopped">
          <h1>${words['stop.done']}</h1>
          <p>${words['stop.essential']}</p>
          ${form('subscribe', 'button', words['stop.again'])}
        </div>
        <div class="asks">
          <h1>${words['title.unsubscribe']}</h1>
          <p>${words['stop.ask']} ${words['stop.essential']}</p>
          ${form('unsubscribe', 'button main', words['stop.yes'])}
        </div>
      </div></main>`
}
