import { randomBytes } from 'node:crypto'
import { postSigned } from './post-signed.ts'
import type { Account } from './post-signed.ts'

/** An SMS that a person sends to a number of the account. */
export interface IncomingText {
  from: string
  to: string
  body: string
}

const WORDS = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  START: ['START', 'UNSTOP', 'YES'],
} as const

/** The opt-out type that Twilio assigns to an SMS, if any. */
export function optOutTypeOf(body: string): keyof typeof WORDS | undefined {
  const word = body.trim().toUpperCase()
  return (['STOP', 'START'] as const).find((type) => (WORDS[type] as readonly string[]).includes(word))
}

/** Posts an SMS to the URL of its number. @returns the receiver's response; undefined if none arrived */
export async function postText(
  account: Account,
  { from, to, body }: IncomingText,
  url: string,
): Promise<{ status: number; body: string } | undefined> {
  const sid = `SM${randomBytes(16).toString('hex')}`
  const response = await postSigned(account, url, {
    Body: body,
    From: from,
    MessageSid: sid,
    NumMedia: '0',
    NumSegments: '1',
    SmsMessageSid: sid,
    SmsSid: sid,
    SmsStatus: 'received',
    To: to,
  })
  return response && { status: response.status, body: await response.text() }
}
