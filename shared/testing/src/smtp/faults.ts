/** The stages of an SMTP session at which the server can misbehave. */
export type SmtpStage =
  /** before the greeting */
  | 'connect'
  /** reply to MAIL FROM */
  | 'mail'
  /** reply to RCPT TO */
  | 'rcpt'
  /** after 354, in the middle of the message */
  | 'body'
  /** reply to the complete message */
  | 'end'

/** How it misbehaves: `reset` sends a TCP reset, and `hang` never replies. */
export type SmtpMisbehaviour = { reply: number; text?: string } | 'close' | 'reset' | 'hang'

/**
 * One scripted fault. If the reply at `end` is lost, the message was still accepted and is kept: the sender cannot
 * know whether it was.
 */
export interface SmtpFault {
  at: SmtpStage
  does: SmtpMisbehaviour
  /** only for this recipient: an address or a local part; applies from RCPT on */
  to?: string
  /** how often, once by default */
  times?: number
}

const LOCAL_PART = /^(?<does>[45]\d\d|close|reset|hang)(?:-(?<at>rcpt|body|end))?$/

/**
 * The fault that a local part requests: `550@…` is rejected at RCPT, `452-end@…` after the message, and `close-body@…`
 * closes the connection in the middle of the message. In a sender's address, it applies at MAIL FROM.
 */
export function faultNamedBy(address: string): { at: SmtpStage; does: SmtpMisbehaviour } | undefined {
  const { does, at = 'rcpt' } = LOCAL_PART.exec(localPartOf(address))?.groups ?? {}
  if (does === undefined) return undefined
  return {
    at: at as SmtpStage,
    does: /\d/.test(does) ? { reply: Number(does) } : (does as 'close' | 'reset' | 'hang'),
  }
}

export const localPartOf = (address: string) => address.slice(0, address.lastIndexOf('@')).toLowerCase()

/** Whether an address is greylisted: rejected with 451 at the first attempt, accepted afterwards. */
export const isGreylisted = (address: string) => localPartOf(address) === 'greylist'
