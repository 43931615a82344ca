import { z } from 'zod'

const MOST_CHARACTERS = 2000
const fault = (code: string, message: string) => ({ message, params: { code } })

/** Whether a browser opens a text as the address of a page, with no credentials in it. */
function isWebAddress(text: string): boolean {
  // spaces, control characters and backslashes are read differently by different programs
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) || !text.isWellFormed() || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** The address of a web page that customers may open. */
export const webAddress = z
  .string()
  .max(MOST_CHARACTERS)
  .refine(
    isWebAddress,
    fault('INVALID_URL', 'must be an http or https address, like https://www.example.com/help'),
  )
  .meta({ format: 'uri', examples: ['https://www.example.com/help'] })

/**
 * Whether a text is the origin of web pages, in the form that browsers send. The host must be a name or an address,
 * because URLs also permit characters that have a meaning in policy headers, such as `*` and `;`.
 */
export const isWebOrigin = (text: string): boolean =>
  /^https?:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(text) &&
  URL.canParse(text) &&
  new URL(text).origin === text

/** The origin of web pages, as browsers send it. */
export const originField = z
  .string()
  .max(300)
  .refine(
    isWebOrigin,
    fault('INVALID_ORIGIN', 'must be the origin of web pages, like https://www.example.com, without a path'),
  )
  .meta({ examples: ['https://www.example.com'] })
