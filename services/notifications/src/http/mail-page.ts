const policy = (images: string, sandbox: string) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data: ${images}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    sandbox,
  ].join('; ')

/**
 * Policy of a mail in a frame of the message viewer: it runs no script and loads nothing. Its links open in a new tab.
 */
export const MAIL_IN_VIEWER = policy('', 'sandbox allow-popups allow-popups-to-escape-sandbox')

/**
 * Policy of a mail in a frame of the desk: it also shows the logo, which this system serves, and its links do nothing.
 */
export const previewPolicy = (publicUrl: string): string => policy(new URL(publicUrl).origin, 'sandbox')

/** Makes the links of a mail open outside the frame. */
export const withLinksOutside = (html: string): string =>
  html.replaceAll('<a ', '<a target="_blank" rel="noopener" ')

const DARK = '(prefers-color-scheme: dark)'
const media = { dark: 'all', light: 'not all' } as const

/**
 * Sets the colour scheme of a mail, because a sandboxed frame would follow the scheme of the browser. If the scheme is
 * unknown, the mail is unchanged.
 */
export function inScheme(html: string, scheme: unknown): string {
  if (scheme !== 'dark' && scheme !== 'light') return html
  return html.replaceAll(DARK, media[scheme]).replaceAll('content="light dark"', `content="${scheme}"`)
}
