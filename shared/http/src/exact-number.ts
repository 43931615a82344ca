/** Any number of up to 15 significant digits survives conversion to a double and back. */
const SAFE_CHARACTERS = 15

/**
 * Whether a double holds a JSON number exactly, so that writing it again gives the same decimal value. For example,
 * `0.1`, `1.0` and `1e2` are exact; `9007199254740993`, `1e400` and a fraction with 23 digits are not.
 */
export function isExact(text: string): boolean {
  if (text.length <= SAFE_CHARACTERS && !/e/i.test(text)) return true
  const double = Number(text)
  // the parser reports text that is not a number
  if (Number.isNaN(double)) return true
  return Number.isFinite(double) && decimalOf(text) === decimalOf(String(double))
}

/** The canonical form of a decimal value: its digits without leading and trailing zeros, and the power of ten. */
function decimalOf(text: string): string {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = whole + fraction
  let from = 0
  let to = digits.length
  while (from < to && digits[from] === '0') from += 1
  while (to > from && digits[to - 1] === '0') to -= 1
  if (from === to) return '0'
  return `${digits.slice(from, to)}e${Number(power) - fraction.length + digits.length - to}`
}
