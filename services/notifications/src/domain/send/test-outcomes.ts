import type { Outcome } from './outcomes.ts'

/** What test mode answers with; it stands in every record of a test message. */
const TEST = 'TEST'

const delivered: Outcome = { kind: 'delivered', providerStatus: TEST }
const refused = (kind: 'permanent' | 'transient', code: string, why: string): Outcome => ({
  kind,
  providerStatus: `${TEST}_${code}`,
  message: `test mode: ${why}`,
})

/** Local parts that decide what becomes of a test mail: an SMTP reply code, or a word. */
const MAIL_REPLY = /^(?<code>[45]\d\d)(?:[-+.].*)?$/

/**
 * What becomes of a test mail: `550@…` is refused for good, `452@…` each time for now, `greylist@…` the first time,
 * and everything else, such as `simulate-delivered@…`, is delivered.
 * @param attempt counts from 1
 */
export function testMailOutcome(address: string, attempt: number): Outcome {
  const localPart = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  if (localPart === 'greylist')
    return attempt === 1 ? refused('transient', 'SMTP_451', 'greylisted, try again') : delivered
  const code = MAIL_REPLY.exec(localPart)?.groups?.code
  if (code === undefined) return delivered
  return refused(code.startsWith('5') ? 'permanent' : 'transient', `SMTP_${code}`, 'the recipient is refused')
}

const TEXT_OUTCOMES: Readonly<Record<string, Outcome>> = {
  '+15005550001': refused('permanent', '21211', 'the number is not valid'),
  '+15005550010': refused('permanent', '21610', 'the recipient wants no SMS'),
  '+15005550030': refused('transient', '30003', 'the handset cannot be reached'),
  '+15005550034': refused('permanent', '30006', 'the number is a landline'),
}

/** What becomes of a test SMS; numbers that stand for nothing else are delivered to. */
export const testTextOutcome = (phone: string): Outcome => TEXT_OUTCOMES[phone] ?? delivered
