import { withContent, withProvenance } from '../../domain/send/provenance.ts'
import { cancelFor, type Transition } from '../../domain/send/transition.ts'
import { mailOf } from '../../messages/mail.ts'
import { contentOfMail } from '../../messages/sent-content.ts'
import { sentAndKept, type MessageSource } from '../../messages/message-source.ts'
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
  const rendered = renderOrFail(deps.log, notification, () =>
    sentAndKept(source, (from) => mailOf(from, address, deps.installation)),
  )
  if ('kind' in rendered) return afterOutcome(deps, notification, rendered)
  const { sent: mail, kept } = rendered
  const outcome = await carry(mail)
  await showInViewer(deps, notification, seenMail(headOf(deps, notification), mail, outcome))
  const transition = withProvenance(
    afterAddressedOutcome(deps, notification, outcome, address),
    mail.template,
    warningsOf(source),
  )
  return withContent(transition, outcome, contentOfMail(kept))
}
