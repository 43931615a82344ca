import { faultNamedBy, isGreylisted, localPartOf } from './faults.ts'
import type { SmtpFault, SmtpMisbehaviour, SmtpStage } from './faults.ts'

/** Decides at each stage whether the server misbehaves. */
export function createScript() {
  let faults: (SmtpFault & { left: number })[] = []
  const greeted = new Set<string>()

  const scripted = (at: SmtpStage, recipients: readonly string[]): SmtpMisbehaviour | undefined => {
    const fault = faults.find(
      (candidate) => candidate.at === at && candidate.left > 0 && concerns(candidate, recipients),
    )
    if (fault === undefined) return undefined
    fault.left -= 1
    return fault.does
  }

  const named = (at: SmtpStage, address: string): SmtpMisbehaviour | undefined => {
    if (at === 'rcpt' && isGreylisted(address) && !greeted.has(address)) {
      greeted.add(address)
      return { reply: 451, text: '4.7.1 greylisted, try again' }
    }
    const fault = faultNamedBy(address)
    return fault?.at === at ? fault.does : undefined
  }

  return {
    add: (fault: SmtpFault): void => void faults.push({ ...fault, left: fault.times ?? 1 }),
    forgetPlans(): void {
      faults = []
    },
    clear(): void {
      faults = []
      greeted.clear()
    },
    /** @param recipients the recipient of this RCPT, or all recipients of the message */
    next: (at: SmtpStage, recipients: readonly string[] = []): SmtpMisbehaviour | undefined =>
      scripted(at, recipients) ??
      recipients.map((address) => named(at, address)).find((misbehaviour) => misbehaviour !== undefined),
    nextFor: (sender: string): SmtpMisbehaviour | undefined =>
      scripted('mail', []) ?? faultNamedBy(sender)?.does,
  }
}

const concerns = ({ to }: SmtpFault, recipients: readonly string[]) =>
  to === undefined ||
  recipients.some(
    (address) => address.toLowerCase() === to.toLowerCase() || localPartOf(address) === to.toLowerCase(),
  )
