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

/** The policy of a page. */
const policyOf = (page: Page): string[] => [
  ...POLICY,
  // the gateway adds the origins that an application allows to show its booking page
  ...(page === 'book' ? [] : [NO_FRAMES]),
  // the message viewer shows mails in a frame with a policy of its own
  ...(page === 'messages' ? ["frame-src 'self'"] : []),
]

/** Features of browsers that no page uses, unless it is named here. */
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
export const headersOf = (page: Page): Record<string, string> => ({
  ...everywhere,
  'Content-Security-Policy': policyOf(page).join('; '),
  'Permissions-Policy': [
    ...['camera', 'microphone'].map((device) => `${device}=${usesDevices(page) ? '(self)' : '()'}`),
    ...DENIED,
  ].join(', '),
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language, Accept-Encoding',
})
