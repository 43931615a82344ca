import type { ReceivedMail, SmtpFake } from '@appointments/testing'
import type { Call } from '../../src/client.ts'

const WITHIN_MS = 15_000

/** The first mail to an address that the predicate accepts; waits for it if necessary. */
export const mailTo = (
  smtp: SmtpFake,
  address: string,
  accept: (mail: ReceivedMail) => boolean = () => true,
): Promise<ReceivedMail> => smtp.waitFor((mail) => mail.to.includes(address) && accept(mail), WITHIN_MS)

/** The manage ticket in a message. @throws Error if there is none */
export const manageTicketIn = (text: string): string => found(text, /\/manage\/([\w-]+)/)

/** The one-time password in a message. @throws Error if there is none */
export const codeIn = (text: string): string => found(text, /(?<!\d)(\d{6})(?!\d)/)

/** The ticket of a room link. */
export const roomTicketIn = (accessUrl: string): string => found(accessUrl, /\/join\/([\w-]+)$/)

function found(text: string, pattern: RegExp): string {
  const [, value] = pattern.exec(text) ?? []
  if (value === undefined) throw new Error(`${String(pattern)} is not in ${text}`)
  return value
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Exchanges a ticket or a secureToken, as a customer's browser does. */
export const exchange = (
  anyone: Call,
  token: string,
  type: 'ticket' | 'secure-token' = 'ticket',
): ReturnType<Call> =>
  anyone(
    'POST',
    '/security/oauth/token',
    new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: `urn:appointments:${type}`,
    }).toString(),
    FORM,
  )
