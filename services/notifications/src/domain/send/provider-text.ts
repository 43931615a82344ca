/** E-mail addresses, and numbers as people and providers write them: with a plus and spaces, or many digits in a row. */
const ADDRESS = /[^\s<>"'=:]+@[^\s<>"',;]+/g
const NUMBERS = [/\+\s?\d(?:[\s().\-/]*\d){5,}/g, /(?<![\w.])\d(?:[()\-/]*\d){7,}(?![\w.])/g]

/** The words of a provider or a receiver without addresses and numbers, which have no place in a history. */
export const withoutAddresses = (text: string): string =>
  NUMBERS.reduce((rest, shape) => rest.replaceAll(shape, '<number>'), text.replaceAll(ADDRESS, '<address>'))
