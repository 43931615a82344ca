import type { Outcome } from './outcomes.ts'

/** What a failed hand-over of mail tells, as the SMTP client reports it. */
export interface SmtpFailure {
  code?: string | undefined
  /** SMTP command that was answered. */
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  originalCode?: string | undefined
  timeoutType?: string | undefined
  message: string
}

/** Reads a failure: who is at fault, and whether another try may help. */
export function smtpOutcome(failure: SmtpFailure): Outcome {
  const { code = 'ERROR', command = '', responseCode } = failure
  const message = failure.response ?? failure.message
  if (code === 'EENVELOPE' && command === 'API')
    return { kind: 'permanent', providerStatus: 'BAD_ADDRESS', message }
  if (responseCode !== undefined) return replyOutcome(responseCode, command, message)
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ECONFIG')
    return { kind: 'unavailable', message, refused: 'ACCOUNT' }
  if (code === 'EMESSAGE') return { kind: 'permanent', providerStatus: code, message }
  if (isBeforeHandOver(failure)) return { kind: 'transient', providerStatus: code, message, isOutage: true }
  // the connection broke some time after it was made: the server may have the message or not
  return { kind: 'unknown', providerStatus: code, message }
}

function replyOutcome(responseCode: number, command: string, message: string): Outcome {
  const providerStatus = `SMTP_${responseCode}`
  const refusesMessage = command === 'RCPT TO' || command === 'DATA'
  // 503 is about the session, and 421 about the server, whatever was asked
  if (responseCode >= 500 && responseCode !== 503) {
    return refusesMessage
      ? { kind: 'permanent', providerStatus, message, ...faultOf(responseCode, command, message) }
      : // a sender or a login the server refuses is a fault of the configuration; no message is to blame
        { kind: 'unavailable', message, refused: command === 'MAIL FROM' ? 'SENDER' : 'ACCOUNT' }
  }
  return { kind: 'transient', providerStatus, message, isOutage: !refusesMessage || responseCode === 421 }
}

/** Enhanced status codes that are about the mailbox: there is none, or it is closed (RFC 3463, sections 3.2 and 3.3). */
const DEAD_MAILBOX = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/

/** A refusal says that an address is dead by its enhanced status code, or without one by its reply to RCPT TO. */
function faultOf(responseCode: number, command: string, reply: string): { addressFault?: 'HARD_BOUNCE' } {
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply) ?? []
  const isDead =
    enhanced === undefined
      ? command === 'RCPT TO' && [550, 551, 553].includes(responseCode)
      : DEAD_MAILBOX.test(enhanced)
  return isDead ? { addressFault: 'HARD_BOUNCE' } : {}
}

const NO_CONNECTION = ['EDNS', 'ETLS', 'EPROXY', 'EREQUIRETLS']
const REFUSED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']

function isBeforeHandOver({ code, command, originalCode, timeoutType, message }: SmtpFailure): boolean {
  if (
    timeoutType === 'CONNECT_TIMEOUT' ||
    timeoutType === 'GREETING_TIMEOUT' ||
    timeoutType === 'UPGRADE_TIMEOUT'
  )
    return true
  if (NO_CONNECTION.includes(code ?? '') || REFUSED.includes(originalCode ?? '')) return true
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/.test(message)) return true
  return code === 'EPROTOCOL' || ['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO'].includes(command ?? '')
}
