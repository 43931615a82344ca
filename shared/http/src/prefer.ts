import type { IncomingHttpHeaders } from 'node:http'
import type { RequestHandler } from 'express'

/** The one preference that operations know: unknown fields and parameters are errors (RFC 7240, section 4.4). */
export const STRICT_HANDLING = 'handling=strict'

/** Splits a text where a separator stands outside of quotes. */
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
 * The preferences of a header (RFC 7240, section 2) by their names in small letters; their parameters mean nothing
 * here. The first of several with one name counts.
 * @param header several fields of this name are one, separated by commas
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

/** What a request says of how it wants to be handled. */
export interface WithPreferences {
  headers?: IncomingHttpHeaders
}

/** Whether a request asks for strict handling. */
export function wantsStrictHandling({ headers }: WithPreferences): boolean {
  const prefer = headers?.prefer
  if (prefer === undefined) return false
  return preferencesIn([prefer].flat().join(',')).get('handling')?.toLowerCase() === 'strict'
}

/** Says in the response, whatever it becomes, that strict handling applies to the request. */
export const appliedPreferences: RequestHandler = (request, response, next) => {
  if (wantsStrictHandling(request)) response.setHeader('Preference-Applied', STRICT_HANDLING)
  next()
}
