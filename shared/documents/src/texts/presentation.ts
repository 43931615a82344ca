import type { presentationOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Descriptions of the operations on presentations. */
export const presentationTexts: Readonly<Record<keyof typeof presentationOperations, OperationText>> = {
  getPresentation: {
    tag: 'Applications',
    text: 'If the presentation was never written, its version is 0 and all parts have their defaults.',
  },
  putPresentation: {
    tag: 'Applications',
    text: 'Absent parts return to their defaults. Unknown keys are rejected. The logo has operations of its own and stays as it is.',
  },
  patchPresentation: {
    tag: 'Applications',
    text: 'A JSON merge patch (RFC 7396): absent members keep their value, objects are merged, and `null` restores the default.',
  },
  putLogo: {
    tag: 'Applications',
    text: 'The body is a PNG or WebP image of at most 64 kB and 1024 × 1024 pixels; its format is read from its content, not from `Content-Type`. Each image has a new address, so it can be cached for ever; the last five images stay available for mails that show them.',
  },
  removeLogo: {
    tag: 'Applications',
    text: 'Previous logos are removed as well, so mails no longer show them. If there is no logo, nothing changes.',
  },
  getProfile: {
    tag: 'Applications',
    text: 'What the pages for customers show: name, support, legal links, languages and whether visitors can book. An application without a presentation has no profile, unless the request asks for the defaults by `fallback`. Responses may be cached for a minute.',
  },
}

const application = { applicationId: { description: 'The application.', example: 'demo' } }

/** Parameters of the operations on presentations. */
export const presentationParameters: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  getPresentation: application,
  putPresentation: application,
  patchPresentation: application,
  putLogo: application,
  removeLogo: application,
  getProfile: {
    ...application,
    fallback: {
      description:
        'Whether the response has defaults instead of status 404 if there is no profile. Pages use it, because browsers report each 404 as an error.',
      example: true,
    },
  },
}

const brand = {
  name: 'Name of the company',
  address: 'Address of meetings in person',
  accent: 'Colour of links and buttons',
  supportEmail: 'E-mail address of customer support',
  supportPhone: 'Phone number of customer support, stored as E.164',
  supportUrl: 'Page of customer support',
  privacyUrl: 'Page about privacy',
  termsUrl: 'Page with the terms',
  imprintUrl: 'Page that says who runs the service',
}
const booking = {
  booking: 'Booking by visitors',
  'booking.enabled': 'Whether visitors can book on the page of the application',
  'booking.codeBy': 'How visitors can get the code that confirms a booking',
}
const parts = {
  brand: 'Name, colour, support and legal links, on pages and in messages',
  ...Object.fromEntries(Object.entries(brand).map(([name, text]) => [`brand.${name}`, text])),
  ...booking,
  allowedOrigins:
    'Origins of web pages that may call the API for this application and show its booking page in a frame',
}

/** Fields of the components of presentations. */
export const presentationFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PresentationRequest: parts,
  Presentation: {
    ...parts,
    'brand.logo': 'The logo; read-only here',
    'brand.logo.path': 'Path of the image at this host',
    'brand.logo.width': 'Width in pixels',
    'brand.logo.height': 'Height in pixels',
    applicationId: 'The application',
    version: 'Version number; 0 if no presentation was ever written',
  },
  Profile: {
    ...brand,
    ...booking,
    'booking.holds': 'Who may hold a time without a token: no one, visitors with a verified code, or anyone',
    logoUrl: 'Path of the logo at this host',
    locales: 'Languages of the application, its default first',
    timezone: 'Time zone of the application',
  },
}
