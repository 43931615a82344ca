import { withContent, withProvenance } from '../../domain/send/provenance.ts'
import { cancelFor, type Transition } from '../../domain/send/transition.ts'
import { contentOfText } from '../../messages/sent-content.ts'
import { sentAndKept, type MessageSource } from '../../messages/message-source.ts'
import { textOf } from '../../messages/text.ts'
import { seenText } from '../../messages/seen-message.ts'
import { textCarrier } from './carriers.ts'
import type { Deps } from '../deps.ts'
import { renderOrFail } from './render-or-fail.ts'
import { warningsOf } from '../wording/custom-template.ts'
import { afterOutcome, afterAddressedOutcome } from './outcome-transition.ts'
import { showInViewer, headOf } from './show-in-viewer.ts'

export async function sendText(deps: Deps, source: MessageSource, phone: string): Promise<Transition> {
  const { notification, application } = source
  const carrier = textCarrier(deps, application, notification)
  if (!carrier) return cancelFor(notification, 'channel_disabled')
  const rendered = renderOrFail(deps.log, notification, () =>
    sentAndKept(source, (from) => textOf(from, phone, carrier.sender, deps.installation, deps.clock.now())),
  )
  if ('kind' in rendered) return afterOutcome(deps, notification, rendered)
  const { sent: text, kept } = rendered
  const outcome = await carrier.carry(text)
  await showInViewer(deps, notification, seenText(headOf(deps, notification), text, outcome))
  const transition = withProvenance(
    afterAddressedOutcome(deps, notification, outcome, phone),
    text.template,
    warningsOf(source, text.body),
  )
  return withContent(transition, outcome, contentOfText(kept, text))
}
