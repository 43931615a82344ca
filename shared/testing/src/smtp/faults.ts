/** The moments of an SMTP conversation at which the server can misbehave. */
export type SmtpStage =
  /** before the greeting */
  | 'connect'
  /** answering MAIL FROM */
  | 'mail'
  /** answering RCPT TO */
  | 'rcpt'
  /** after 354, in the middle of the message */
  | 'body'
  /** the message is complete, the answer is due */
  | 'end'

/** How it misbehaves; `reset` breaks the connection off without a farewell, and `hang` never answers. */
export type SmtpMisbehaviour = { reply: number; text?: string } | 'close' | 'reset' | 'hang'

/**
 * One scripted fault. A message whose answer is lost at `end` was accepted and is kept: nothing tells the sender
 * whether it was.
 */
export interface SmtpFault {
  at: SmtpStage
  does: SmtpMisbehaviour
  /** only for this recipient's address, or this local part; from RCPT on */
  to?: string
  /** how often, once by default */
  times?: number
}

const LOCAL_PART = /^(?<does>[45]\d\d|close|reset|hang)(?:-(?<at>rcpt|body|end))?$/

/**
 * The fault that a local part asks for: `550@…` is refused at RCPT, `452-end@…` after the message, `close-body@…`
 * breaks the connection in the middle of it. As a sender's local part it works at MAIL FROM.
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

/** Whether an address is of the kind that is refused with 451 at the first attempt and welcome at the next. */
export const isGreylisted = (address: string) => localPartOf(address) === 'greylist'
