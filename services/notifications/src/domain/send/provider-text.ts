/** E-mail addresses, and phone numbers: with a plus and separators, or many digits in a row. */
const ADDRESS = /[^\s<>"'=:]+@[^\s<>"',;]+/g
const NUMBERS = [/\+\s?\d(?:[\s().\-/]*\d){5,}/g, /(?<![\w.])\d(?:[()\-/]*\d){7,}(?![\w.])/g]

/**
 * A provider's or receiver's text with addresses and phone numbers masked, because the history must not contain
 * them.
 */
export const withoutAddresses = (text: string): string =>
  NUMBERS.reduce((rest, shape) => rest.replaceAll(shape, '<number>'), text.replaceAll(ADDRESS, '<address>'))
