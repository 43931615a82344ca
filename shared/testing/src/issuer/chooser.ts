import type { Person } from './person.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * The page on which people choose who they are. Each choice is a link that repeats the client's request with the chosen
 * person.
 */
export function chooser(people: readonly Person[], asked: URLSearchParams): string {
  const linkOf = (id: string) => {
    const query = new URLSearchParams(asked)
    query.set('as', id)
    return `?${query.toString()}`
  }
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Sign in as</title>
    <link rel="icon" href="data:," />
    <style>
      body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif;
        background: light-dark(#f5f5f3, #16181c); color: light-dark(#1c1f23, #e7e9ec) }
      main { max-width: 26rem; margin: 10vh auto 0; padding: 0 16px }
      h1 { font-size: 1.6875rem; margin: 0 0 4px }
      p { margin: 0 0 20px; color: light-dark(#5a6068, #a9b0ba) }
      ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 10px }
      a { display: grid; padding: 12px 18px; border: 1px solid light-dark(#7d838c, #7b828d); border-radius: 10px;
        background: light-dark(#fff, #1e2126); color: inherit; text-decoration: none; font-weight: 600 }
      a:hover { border-color: light-dark(#2a4bc4, #9db2ff) }
      a:focus-visible { outline: 2px solid light-dark(#2a4bc4, #9db2ff); outline-offset: 2px }
      small { font-size: 0.9375rem; font-weight: 400; color: light-dark(#5a6068, #a9b0ba) }
    </style>
  </head>
  <body>
    <main>
      <h1>Sign in as</h1>
      <p>This page exists on development machines only. It asks for no password.</p>
      <ul>
${people
  .map(
    ({ id, name, role }) =>
      `        <li><a href="${escaped(linkOf(id))}">${escaped(name)} <small>${escaped(role)}</small></a></li>`,
  )
  .join('\n')}
      </ul>
    </main>
  </body>
</html>
`
}
