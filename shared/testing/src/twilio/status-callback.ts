import type { TwilioMessage } from './message.ts'
import { postSigned } from './post-signed.ts'
import type { Account } from './post-signed.ts'

/** One attempt to tell a status; Twilio makes no second one. */
export interface StatusCallback {
  sid: string
  url: string
  status: string
  /** the receiver's answer, or nothing when none came */
  answered: number | null
}

/** Tells the message's status to the URL that its sender asked for. */
export async function tellStatus(
  account: Account,
  message: TwilioMessage,
): Promise<StatusCallback | undefined> {
  const { statusCallback: url, sid, status, to, from, errorCode } = message
  if (url === null) return undefined
  const answer = await postSigned(account, url, {
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
    To: to,
    ...(from !== null && { From: from }),
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  })
  await answer?.body?.cancel()
  return { sid, url, status, answered: answer?.status ?? null }
}
