import type { Application, Brand } from '@appointments/contracts'
import { accentsOf } from '@appointments/contracts/accents'
import { plainLook, type Look } from '../templates/look.ts'
import type { CommonWords } from '../templates/render.ts'
import type { Installation } from './message-source.ts'

/** The application of a message, and how it looks to customers. */
interface Company {
  application: Pick<Application, 'notifications'>
  brand: Brand
}

/** The maximum size of a logo, in pixels. */
const LOGO = { width: 240, height: 40 }

/** The company's name; empty if it has none. */
export const companyName = ({ application, brand }: Company): string =>
  brand.name ?? application.notifications.from?.emailName ?? ''

/** The sender name of an application's mails. */
export const senderNameOf = (
  { application, brand }: Company,
  { mailFromName }: Pick<Installation, 'mailFromName'>,
): string => application.notifications.from?.emailName ?? brand.name ?? mailFromName

/** How mails show the company: its logo, its colour, how to reach it, and its legal pages. */
export function lookOf(
  { logo, accent, supportPhone, supportEmail, supportUrl, privacyUrl, termsUrl, imprintUrl }: Brand,
  words: CommonWords,
  { publicUrl }: Pick<Installation, 'publicUrl'>,
): Look {
  const accents = accentsOf(accent ?? '')
  const scale = logo && Math.min(1, LOGO.width / logo.width, LOGO.height / logo.height)
  const link = (label: string, address: string | undefined) =>
    address === undefined ? [] : [{ label, link: address }]
  return {
    logos:
      logo && scale
        ? [
            {
              link: publicUrl + logo.path,
              width: Math.round(logo.width * scale),
              height: Math.round(logo.height * scale),
            },
          ]
        : [],
    accent: accents?.light ?? plainLook.accent,
    accentOnDark: accents?.dark ?? plainLook.accentOnDark,
    helpLabel: words.help,
    help: [
      ...(supportPhone === undefined
        ? []
        : [{ label: supportPhone, link: `tel:${supportPhone}`, text: supportPhone }]),
      ...(supportEmail === undefined
        ? []
        : [{ label: supportEmail, link: mailAddress(supportEmail), text: supportEmail }]),
      ...(supportUrl === undefined ? [] : [{ label: words.contact, link: supportUrl, text: supportUrl }]),
    ],
    legal: [
      ...link(words.privacy, privacyUrl),
      ...link(words.terms, termsUrl),
      ...link(words.imprint, imprintUrl),
    ],
  }
}

/** The address of a link to an e-mail address (RFC 6068). */
const mailAddress = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
