/* Splits texts into words as a search compares them: without case, accents and punctuation. */

/** Letters that are not an accented form of another letter, and what people type instead of them. */
const SPELT_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  // the form of a sigma at the end of a word
  ς: 'σ',
}
const SPELT_OUT_LETTERS = new RegExp(`[${Object.keys(SPELT_OUT).join('')}]`, 'gu')

const MOST_LETTERS = 64

/** The text in lower case, without accents. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(SPELT_OUT_LETTERS, (letter) => SPELT_OUT[letter] ?? letter)

const split = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const cut = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => Array.from(word).slice(0, MOST_LETTERS).join(''))),
]

const APOSTROPHES = /['’ʼ]/gu

/** The words of a search, without duplicates. An apostrophe joins the letters on both sides of it. */
export const wordsOf = (text: string): string[] => cut(split(plain(text).replaceAll(APOSTROPHES, '')))

/** The words under which a text is found, without duplicates: O’Brien under `obrien` and under `brien`. */
export const indexedWordsOf = (text: string): string[] =>
  cut([...split(plain(text).replaceAll(APOSTROPHES, '')), ...split(plain(text))])
