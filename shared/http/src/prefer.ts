import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'

/** The only supported preference: unknown fields and parameters are errors (RFC 7240, section 4.4). */
export const STRICT_HANDLING = 'handling=strict'

/** Splits a text at each separator that is outside quotes. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === separator) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

const unquoted = (value: string) =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1')
    : value

/**
 * The preferences of a header (RFC 7240, section 2) by their names in lower case. Parameters are ignored. If a name
 * occurs more than once, the first one counts.
 * @param header the values of all `Prefer` fields, joined by commas
 */
export function preferencesIn(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>()
  for (const preference of splitOutsideQuotes(header, ',')) {
    const [pair = ''] = splitOutsideQuotes(preference, ';')
    const [name = '', ...value] = pair.split('=')
    const known = name.trim().toLowerCase()
    if (known !== '' && !preferences.has(known)) preferences.set(known, unquoted(value.join('=').trim()))
  }
  return preferences
}

/** A request that may have a `Prefer` header. */
export interface WithPreferences {
  headers?: IncomingHttpHeaders
}

/** Whether a request asks for strict handling. */
export function wantsStrictHandling({ headers }: WithPreferences): boolean {
  const prefer = headers?.prefer
  if (prefer === undefined) return false
  return preferencesIn([prefer].flat().join(',')).get('handling')?.toLowerCase() === 'strict'
}

/** Confirms strict handling in the response, whether the request succeeds or fails. */
export const appliedPreferences: RequestHandler = (request, response, next) => {
  if (wantsStrictHandling(request)) response.setHeader('Preference-Applied', STRICT_HANDLING)
  next()
}
