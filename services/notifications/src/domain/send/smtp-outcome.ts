import type { Outcome } from './outcomes.ts'

/** A failed submission of mail, as the SMTP client reports it. */
export interface SmtpFailure {
  code?: string | undefined
  /** SMTP command the server replied to. */
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  originalCode?: string | undefined
  timeoutType?: string | undefined
  message: string
}

/** Classifies a failure: who is at fault, and whether a retry may help. */
export function smtpOutcome(failure: SmtpFailure): Outcome {
  const { code = 'ERROR', command = '', responseCode } = failure
  const message = failure.response ?? failure.message
  if (code === 'EENVELOPE' && command === 'API')
    return { kind: 'permanent', providerStatus: 'BAD_ADDRESS', message }
  if (responseCode !== undefined) return replyOutcome(responseCode, command, message)
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'ECONFIG')
    return { kind: 'unavailable', message, rejected: 'ACCOUNT' }
  if (code === 'EMESSAGE') return { kind: 'permanent', providerStatus: code, message }
  if (isBeforeSubmission(failure)) return { kind: 'transient', providerStatus: code, message, isOutage: true }
  // the connection broke after it was established: the server may or may not have the message
  return { kind: 'unknown', providerStatus: code, message }
}

function replyOutcome(responseCode: number, command: string, message: string): Outcome {
  const providerStatus = `SMTP_${responseCode}`
  const rejectsMessage = command === 'RCPT TO' || command === 'DATA'
  // 503 is about the session and 421 about the server, whatever the command was
  if (responseCode >= 500 && responseCode !== 503) {
    return rejectsMessage
      ? { kind: 'permanent', providerStatus, message, ...faultOf(responseCode, command, message) }
      : // a rejected sender or login is a configuration error; no message is at fault
        { kind: 'unavailable', message, rejected: command === 'MAIL FROM' ? 'SENDER' : 'ACCOUNT' }
  }
  // a temporary rejection of one application's sender says nothing about the senders of other applications
  const isOfMessage = rejectsMessage || command === 'MAIL FROM'
  return {
    kind: 'transient',
    providerStatus,
    message,
    isOutage: !isOfMessage || responseCode === 421,
    // Exchange Online replies 432 to a message; in a reply to AUTH, it is about the password (RFC 4954, section 4.7)
    ...(((responseCode === 432 && isOfMessage) || TOO_MANY_CONNECTIONS.test(message)) && { isCrowded: true }),
  }
}

/** Replies by which most servers report too many connections, at the start of a connection or later. */
const TOO_MANY_CONNECTIONS = /^421[ -]4\.7\.\d{1,3} [^]*(?:too many [^]*connections|concurrent)/i

/** Enhanced status codes about the mailbox: it does not exist or is closed (RFC 3463, sections 3.2 and 3.3). */
const DEAD_MAILBOX = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/

/** A rejection marks an address as dead by its enhanced status code, or without one by the reply to RCPT TO. */
function faultOf(responseCode: number, command: string, reply: string): { addressFault?: 'HARD_BOUNCE' } {
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply) ?? []
  const isDead =
    enhanced === undefined
      ? command === 'RCPT TO' && [550, 551, 553].includes(responseCode)
      : DEAD_MAILBOX.test(enhanced)
  return isDead ? { addressFault: 'HARD_BOUNCE' } : {}
}

const NO_CONNECTION = ['EDNS', 'ETLS', 'EPROXY', 'EREQUIRETLS']
const UNREACHABLE = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']

function isBeforeSubmission({ code, command, originalCode, timeoutType, message }: SmtpFailure): boolean {
  if (
    timeoutType === 'CONNECT_TIMEOUT' ||
    timeoutType === 'GREETING_TIMEOUT' ||
    timeoutType === 'UPGRADE_TIMEOUT'
  )
    return true
  if (NO_CONNECTION.includes(code ?? '') || UNREACHABLE.includes(originalCode ?? '')) return true
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/.test(message)) return true
  return code === 'EPROTOCOL' || ['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM', 'RCPT TO'].includes(command ?? '')
}
