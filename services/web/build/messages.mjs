// Reads the messages of all languages: they have the same keys, and each message the same arguments as in English.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isPluralElement, isPoundElement, isLiteralElement, parse } from '@formatjs/icu-messageformat-parser'

export const languages = ['en', 'de', 'fr']
const folder = path.join(import.meta.dirname, '../messages')

/**
 * Files of messages: one for customers' pages, which all pages share, and one each for the desk, its week and team, and
 * its sections for supervision.
 */
const files = ['customer', 'desk', 'calendar', 'supervision']

/** The messages of a language, as text. */
export const messagesOf = (language) =>
  Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(path.join(folder, language, `${file}.json`), 'utf8'))),
  )

/** The arguments of a parsed message: `string` for text, `number` for a plural. */
function argumentsOf(elements, found = new Map()) {
  for (const element of elements) {
    if (isLiteralElement(element) || isPoundElement(element)) continue
    found.set(element.value, isPluralElement(element) ? 'number' : 'string')
    for (const { value } of Object.values(element.options ?? {})) argumentsOf(value, found)
  }
  return found
}

/** Types of the arguments of every message, as the source of a module. */
export function typesOfMessages() {
  const lines = Object.entries(messagesOf('en')).map(([key, text]) => {
    const found = [...argumentsOf(parse(text))].map(([name, type]) => `${name}: ${type}`)
    return `  '${key}': ${found.length === 0 ? 'undefined' : `{ ${found.join('; ')} }`}`
  })
  return `// Written by \`npm run messages\` from messages/en; do not edit.
/** The arguments of every message. */
export interface MessageArguments {
${lines.join('\n')}
}
`
}

/** Differences between the languages, one line each. */
export function faultsInMessages() {
  const shape = (language) =>
    new Map(
      Object.entries(messagesOf(language)).map(([key, text]) => [
        key,
        JSON.stringify([...argumentsOf(parse(text))].sort()),
      ]),
    )
  const english = shape('en')
  return languages.slice(1).flatMap((language) => {
    const other = shape(language)
    return [...new Set([...english.keys(), ...other.keys()])]
      .filter((key) => english.get(key) !== other.get(key))
      .map(
        (key) => `messages/${language}: ${key} is missing, unknown, or has other arguments than in English`,
      )
  })
}

/** A Vite plugin that parses messages when the pages are built, so that browsers load no parser. */
export const parsedMessages = () => ({
  name: 'parsed-messages',
  enforce: 'pre',
  buildStart() {
    const faults = faultsInMessages()
    if (faults.length > 0) throw new Error(faults.join('\n'))
  },
  transform(code, id) {
    if (!/\/messages\/\w+\/(customer|desk|calendar|supervision)\.json$/.test(id)) return undefined
    const parsed = Object.entries(JSON.parse(code)).map(([key, text]) => [
      key,
      parse(text, { captureLocation: false }),
    ])
    return { code: JSON.stringify(Object.fromEntries(parsed)), map: null }
  },
})
