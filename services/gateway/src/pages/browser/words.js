import { de } from './words-de.js'
import { en } from './words-en.js'
import { fr } from './words-fr.js'

/** @import { Words } from './words-en.js' */

/** @type {readonly Words[]} */
export const allWords = [en, de, fr]

/**
 * Words of the first language among the tags that there are words for; English where there is none.
 * @param {(string | undefined)[]} tags
 * @returns {Words}
 */
export function wordsFor(...tags) {
  const known = tags.map((tag) =>
    allWords.find(({ language }) => language === tag?.split('-')[0]?.toLowerCase()),
  )
  return known.find((one) => one !== undefined) ?? en
}
