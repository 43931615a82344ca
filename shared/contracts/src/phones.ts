import {
  getCountries,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/min'

/** ISO 3166-1 codes of the countries whose national numbers can be read. */
const regions: ReadonlySet<string> = new Set(getCountries())
export const isRegion = (code: string): boolean => regions.has(code)

/** E.164 allows 15 digits after the plus, fewer than the plans of some countries. */
const MOST_CHARACTERS = 16

const e164Of = (number: PhoneNumber | undefined) =>
  number?.isValid() && number.ext === undefined && number.number.length <= MOST_CHARACTERS
    ? number.number
    : undefined

/**
 * A phone number in E.164, however it is written; undefined where no such number can exist.
 * @param region whose numbers may be written without their country code
 */
export const phoneIn = (text: string, region?: string): string | undefined =>
  e164Of(
    parsePhoneNumberFromString(text, {
      ...(region !== undefined && { defaultCountry: region as CountryCode }),
      extract: false,
    }),
  )

/** Whether a text may be a number without its country code, for which the region of the application decides. */
export const isNational = (text: string): boolean =>
  /^[\d\s().\-/]+$/.test(text) && /^(?:\D*\d){3,20}\D*$/.test(text)

/** Whether a text writes a number that is known in E.164, be it as in the number's own country. */
export function writesPhone(text: string, e164: string): boolean {
  const known = parsePhoneNumberFromString(e164, { extract: false })
  if (!known) return text === e164
  const { country: defaultCountry, countryCallingCode: defaultCallingCode } = known
  const home = defaultCountry === undefined ? { defaultCallingCode } : { defaultCountry }
  return e164Of(parsePhoneNumberFromString(text, { ...home, extract: false })) === e164
}
