import { de } from './words-de.js'
import { en } from './words-en.js'
import { fr } from './words-fr.js'

/** @import { Words } from './words-en.js' */

/** @type {readonly Words[]} */
export const allWords = [en, de, fr]

/**
 * The words in the first available language of the tags, otherwise English.
 * @param {(string | undefined)[]} tags
 * @returns {Words}
 */
export function wordsFor(...tags) {
  const known = tags.map((tag) =>
    allWords.find(({ language }) => language === tag?.split('-')[0]?.toLowerCase()),
  )
  return known.find((one) => one !== undefined) ?? en
}
