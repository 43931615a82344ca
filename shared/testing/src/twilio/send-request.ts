import type { Rejection } from './fates.ts'
import type { SendRequest } from './message.ts'

const E164 = /^\+[1-9]\d{1,14}$/
const LONGEST_BODY = 1600

/** Reads the form of a send request, checking its fields in the same order as Twilio. */
export function readSendRequest(form: URLSearchParams): SendRequest | { rejected: Rejection } {
  const field = (name: string) => form.get(name) || null
  const [to, from, messagingServiceSid] = [field('To'), field('From'), field('MessagingServiceSid')]
  const body = field('Body') ?? (form.has('MediaUrl') || form.has('ContentSid') ? '' : null)
  if (to === null) return badRequest(21604, "A 'To' phone number is required.")
  if (from === null && messagingServiceSid === null)
    return badRequest(21603, "A 'From' phone number is required.")
  if (body === null) return badRequest(21602, 'Message body is required.')
  if (!E164.test(to)) return badRequest(21211, `The 'To' number ${to} is not a valid phone number.`)
  if (body.length > LONGEST_BODY)
    return badRequest(21617, 'The concatenated message body exceeds the 1600 character limit.')
  const validityPeriod = field('ValidityPeriod')
  return {
    to,
    from,
    messagingServiceSid,
    body,
    statusCallback: field('StatusCallback'),
    validityPeriod: validityPeriod === null ? null : Number(validityPeriod),
  }
}

const badRequest = (code: number, message: string) => ({ rejected: { status: 400, code, message } })
