import { withContent, withProvenance } from '../../domain/send/provenance.ts'
import { cancelFor, type Transition } from '../../domain/send/transition.ts'
import { mailOf } from '../../messages/mail.ts'
import { contentOfMail } from '../../messages/sent-content.ts'
import { withMaskedAgents, type MessageSource } from '../../messages/message-source.ts'
import { seenMail } from '../../messages/seen-message.ts'
import { mailCarrier } from './carriers.ts'
import type { Deps } from '../deps.ts'
import { renderOrFail } from './render-or-fail.ts'
import { warningsOf } from '../wording/custom-template.ts'
import { afterOutcome, afterAddressedOutcome } from './outcome-transition.ts'
import { showInViewer, headOf } from './show-in-viewer.ts'

export async function sendMail(deps: Deps, source: MessageSource, address: string): Promise<Transition> {
  const { notification, application } = source
  const carry = mailCarrier(deps, application, notification)
  if (!carry) return cancelFor(notification, 'channel_disabled')
  const mailFrom = (from: MessageSource) => mailOf(from, address, deps.installation)
  const rendered = renderOrFail(deps.log, notification, () => {
    const mail = mailFrom(source)
    // the removal of an agent erases its name, which no stored content must keep
    const masked = withMaskedAgents(source)
    return { mail, content: contentOfMail(masked ? mailFrom(masked) : mail) }
  })
  if ('kind' in rendered) return afterOutcome(deps, notification, rendered)
  const { mail, content } = rendered
  const outcome = await carry(mail)
  await showInViewer(deps, notification, seenMail(headOf(deps, notification), mail, outcome))
  const transition = withProvenance(
    afterAddressedOutcome(deps, notification, outcome, address),
    mail.template,
    warningsOf(source),
  )
  return withContent(transition, outcome, content)
}
