// Compiles the layout of mails. `npm run mail-layout` writes the outcome beside its source, so that nothing but a
// change of the layout needs MJML.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import mjml from 'mjml'

const source = new URL('mail.mjml', import.meta.url)
const target = new URL('html-layout.ts', import.meta.url)

/** The module that holds the compiled layout. */
export async function compiledLayout() {
  // fonts of other people's servers would tell them who reads a mail, and when
  const options = { validationLevel: 'strict', keepComments: false, fonts: {} }
  const { html } = await mjml(await readFile(source, 'utf8'), options)
  const text = html
    .trim()
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/[\\`$]/g, (sign) => `\\${sign}`)
  return `/** The frame of every mail, compiled from mail.mjml by \`npm run mail-layout\`. */\nexport const htmlLayout = \`${text}\n\`\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, await compiledLayout())
