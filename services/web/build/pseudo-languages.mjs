// Two languages made of English, only for tests: `en-XA` is 40 % longer, `en-XB` is written from right to left.
import { parse } from '@formatjs/icu-messageformat-parser'
import { messagesOf } from './messages.mjs'

const ACCENTS = Object.fromEntries(
  Array.from('aeioucnsyAEIOUCNSY', (one, at) => [one, 'àéîöüçñšýÀÉÎÖÜÇÑŠÝ'[at]]),
)

/** 40 % longer, in words that lines can break between. */
function longer(text) {
  const accented = text.replaceAll(/[aeioucnsy]/gi, (one) => ACCENTS[one])
  const missing = Math.ceil(text.trim().length * 0.4)
  const words = Array.from({ length: Math.ceil(missing / 7) }, () => 'łöñgér')
  return `${accented}${missing < 2 ? '' : ` ${words.join(' ')}`}`
}
/** Shows the letters in reverse order, as if the language was written from right to left. */
const reversed = (text) => `\u202e${text}\u202c`

const write = { 'en-XA': longer, 'en-XB': reversed }
const direction = { 'en-XA': 'ltr', 'en-XB': 'rtl' }

/** The parsed message with its literal texts rewritten. */
function rewritten(elements, rewrite) {
  return elements.map((element) => {
    if (element.type === 0) return { ...element, value: rewrite(element.value) }
    if (!element.options) return element
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: rewritten(option.value, rewrite) },
    ])
    return { ...element, options: Object.fromEntries(options) }
  })
}

const moduleOf = (language) => `\0messages-${language}`

/** A Vite plugin that adds the languages to the pages. */
export const pseudoLanguages = () => ({
  name: 'pseudo-languages',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('pseudo-messages:') ? moduleOf(id.split(':')[1]) : undefined),
  load(id) {
    if (/src\/text\/pseudo-languages\.ts$/.test(id)) {
      const entries = Object.keys(write).map(
        (one) => `'${one}': { direction: '${direction[one]}', load: () => import('pseudo-messages:${one}') }`,
      )
      return `export const pseudoLanguages = { ${entries.join(', ')} }`
    }
    const language = Object.keys(write).find((one) => id === moduleOf(one))
    if (!language) return undefined
    const messages = Object.entries(messagesOf('en')).map(([key, text]) => [
      key,
      rewritten(parse(text, { captureLocation: false }), write[language]),
    ])
    return `export default ${JSON.stringify(Object.fromEntries(messages))}`
  },
})
