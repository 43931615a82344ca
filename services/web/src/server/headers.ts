import type { Page } from './routes.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]
const NO_FRAMES = "frame-ancestors 'none'"

/** Where pages of this installation send requests besides their own origin. */
export interface Elsewhere {
  /** Issuer of the tokens of the desk. */
  issuer?: string | undefined
}

const CONNECT = "connect-src 'self'"

/** The policy of a page. */
const policyOf = (page: Page, { issuer }: Elsewhere): string[] => [
  ...POLICY.map((one) =>
    one === CONNECT && page === 'desk' && issuer !== undefined ? `${one} ${new URL(issuer).origin}` : one,
  ),
  // the gateway adds the origins that an application allows to show its booking page
  ...(page === 'book' ? [] : [NO_FRAMES]),
  // these pages show mails in a frame with a policy of its own
  ...(page === 'messages' || page === 'desk' ? ["frame-src 'self'"] : []),
]

/** Browser features that no page uses. */
const DENIED = ['accelerometer', 'display-capture', 'geolocation', 'gyroscope', 'hid', 'midi']
  .concat(['payment', 'publickey-credentials-get', 'serial', 'usb', 'xr-spatial-tracking'])
  .map((feature) => `${feature}=()`)

const usesDevices = (page: Page) => page === 'join' || page === 'room'

/** Headers of files and pages. */
export const everywhere = {
  'Content-Security-Policy': [...POLICY, NO_FRAMES].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
}

/** Headers of a page. Browsers ask each time whether their copy is current. */
export const headersOf = (page: Page, elsewhere: Elsewhere = {}): Record<string, string> => ({
  ...everywhere,
  'Content-Security-Policy': policyOf(page, elsewhere).join('; '),
  'Permissions-Policy': [
    ...['camera', 'microphone'].map((device) => `${device}=${usesDevices(page) ? '(self)' : '()'}`),
    ...DENIED,
  ].join(', '),
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language, Accept-Encoding',
})
