import {
  getCountries,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min'

/** ISO 3166-1 codes of the countries whose national numbers can be parsed. */
const regions: ReadonlySet<string> = new Set(getCountries())
export const isRegion = (code: string): boolean => regions.has(code)

/** E.164 allows 15 digits after the plus, fewer than the numbering plans of some countries. */
const MOST_CHARACTERS = 16

const e164Of = (number: PhoneNumber | undefined) =>
  number?.isValid() && number.ext === undefined && number.number.length <= MOST_CHARACTERS
    ? number.number
    : undefined

/**
 * A phone number in any notation, as E.164; undefined if no such number can exist.
 * @param region whose numbers may be written without their country code
 */
export const phoneIn = (text: string, region?: string): string | undefined =>
  e164Of(
    parsePhoneNumberFromString(text, {
      ...(region !== undefined && { defaultCountry: region as CountryCode }),
      extract: false,
    }),
  )

/** Whether a text may be a number without country code, which needs the region of the application. */
export const isNational = (text: string): boolean =>
  /^[\d\s().\-/]+$/.test(text) && /^(?:\D*\d){3,20}\D*$/.test(text)

/** Whether a text is a notation of a known E.164 number, with or without its country code. */
export function writesPhone(text: string, e164: string): boolean {
  const known = parsePhoneNumberFromString(e164, { extract: false })
  if (!known) return text === e164
  const { country: defaultCountry, countryCallingCode: defaultCallingCode } = known
  const home = defaultCountry === undefined ? { defaultCallingCode } : { defaultCountry }
  return e164Of(parsePhoneNumberFromString(text, { ...home, extract: false })) === e164
}
