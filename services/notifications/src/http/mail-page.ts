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

/** A mail in a frame of the message viewer: it runs no script and loads nothing. Its links open in a new tab. */
export const MAIL_IN_VIEWER = policy('', 'sandbox allow-popups allow-popups-to-escape-sandbox')

/** A mail in a frame of the desk: it also shows the logo, which this system serves, and its links do nothing. */
export const previewPolicy = (publicUrl: string): string => policy(new URL(publicUrl).origin, 'sandbox')

/** A mail whose links leave the frame. */
export const withLinksOutside = (html: string): string =>
  html.replaceAll('<a ', '<a target="_blank" rel="noopener" ')

const DARK = '(prefers-color-scheme: dark)'
const media = { dark: 'all', light: 'not all' } as const

/**
 * A mail in a chosen colour scheme, because a sandboxed frame follows that of the browser. Without a known scheme the
 * mail stays as it is.
 */
export function inScheme(html: string, scheme: unknown): string {
  if (scheme !== 'dark' && scheme !== 'light') return html
  return html.replaceAll(DARK, media[scheme]).replaceAll('content="light dark"', `content="${scheme}"`)
}
