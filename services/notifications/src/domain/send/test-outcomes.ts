import type { Outcome } from './outcomes.ts'

/** Provider status in test mode; it is in every record of a test message. */
const TEST = 'TEST'

const delivered: Outcome = { kind: 'delivered', providerStatus: TEST }
const rejection = (kind: 'permanent' | 'transient', code: string, why: string): Outcome => ({
  kind,
  providerStatus: `${TEST}_${code}`,
  message: `test mode: ${why}`,
})

/** Local parts that decide the outcome of a test mail: an SMTP reply code, or a keyword. */
const MAIL_REPLY = /^(?<code>[45]\d\d)(?:[-+.].*)?$/

/**
 * The outcome of a test mail: `550@…` is always rejected, `452@…` fails temporarily each time, `greylist@…` only
 * the first time, and everything else, such as `simulate-delivered@…`, is delivered.
 * @param attempt counts from 1
 */
export function testMailOutcome(address: string, attempt: number): Outcome {
  const localPart = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  if (localPart === 'greylist')
    return attempt === 1 ? rejection('transient', 'SMTP_451', 'greylisted, try again') : delivered
  const code = MAIL_REPLY.exec(localPart)?.groups?.code
  if (code === undefined) return delivered
  return rejection(
    code.startsWith('5') ? 'permanent' : 'transient',
    `SMTP_${code}`,
    'the recipient is rejected',
  )
}

const TEXT_OUTCOMES: Readonly<Record<string, Outcome>> = {
  '+15005550001': rejection('permanent', '21211', 'the number is not valid'),
  '+15005550010': rejection('permanent', '21610', 'the recipient opted out of SMS'),
  '+15005550030': rejection('transient', '30003', 'the handset cannot be reached'),
  '+15005550034': rejection('permanent', '30006', 'the number is a landline'),
}

/** The outcome of a test SMS; unlisted numbers are delivered. */
export const testTextOutcome = (phone: string): Outcome => TEXT_OUTCOMES[phone] ?? delivered
