// Compiles the layout of mails. `npm run mail-layout` writes the result next to its source, so that MJML is needed
// only to change the layout.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import mjml from 'mjml'

const source = new URL('mail.mjml', import.meta.url)
const target = new URL('html-layout.ts', import.meta.url)

/** Source text of the module with the compiled layout. */
export async function compiledLayout() {
  // web fonts would reveal to their servers who reads a mail, and when
  const options = { validationLevel: 'strict', keepComments: false, fonts: {} }
  const { html } = await mjml(await readFile(source, 'utf8'), options)
  const text = html
    .trim()
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/[\\`$]/g, (sign) => `\\${sign}`)
  return `/** The frame of every mail, compiled from mail.mjml by \`npm run mail-layout\`. */\nexport const htmlLayout = \`${text}\n\`\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, await compiledLayout())
