import type { TwilioMessage } from './message.ts'
import { postSigned } from './post-signed.ts'
import type { Account } from './post-signed.ts'

/** One status callback; Twilio does not retry it. */
export interface StatusCallback {
  sid: string
  url: string
  status: string
  /** status of the receiver's response; null if none arrived */
  responseStatus: number | null
}

/** Posts the message's status to its callback URL, if it has one. */
export async function postStatus(
  account: Account,
  message: TwilioMessage,
): Promise<StatusCallback | undefined> {
  const { statusCallback: url, sid, status, to, from, errorCode } = message
  if (url === null) return undefined
  const response = await postSigned(account, url, {
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    ...(from !== null && { From: from }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  })
  await response?.body?.cancel()
  return { sid, url, status, responseStatus: response?.status ?? null }
}
