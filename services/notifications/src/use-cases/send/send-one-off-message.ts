import { oneOffMessage, type Application, type Brand, type OneOffMessage } from '@appointments/contracts'
import { Poison } from '@appointments/broker'
import type { Outcome } from '../../domain/send/outcomes.ts'
import { codeMail, codeText } from '../../messages/one-off.ts'
import { senderFor } from '../../messages/text.ts'
import { applications } from '../../repositories/applications.ts'
import { brands } from '../../repositories/brands.ts'
import { seenMail, seenText } from '../../messages/seen-message.ts'
import { maySendAs, type Deps } from '../deps.ts'

/**
 * Sends a one-time password immediately. It is neither stored nor logged; without a provider, the viewer keeps it
 * in memory until it expires.
 * @throws Poison if the message is invalid; Error if another delivery may help
 */
export const sendOneOffMessage =
  (deps: Deps) =>
  async (body: unknown): Promise<void> => {
    const parsed = oneOffMessage.safeParse(body)
    if (!parsed.success) throw new Poison('not a one-off message')
    const message = parsed.data
    if (new Date(message.expiresAt) <= deps.clock.now()) return
    const application = await applications.find(deps.pool, message.applicationId)
    if (!maySendAs(deps, application, message.channel)) {
      deps.log.warn(
        { channel: message.channel, application: application.id },
        'a one-time password cannot be sent: SENDERS does not allow the sender of the application',
      )
      return
    }
    const brand = await brands.find(deps.pool, application.id)
    const outcome = await (message.channel === 'EMAIL' ? mail : text)(deps, message, { application, brand })
    if (!outcome) {
      deps.log.warn(
        { channel: message.channel },
        'a one-time password cannot be sent: the channel has no provider',
      )
      return
    }
    // an unknown outcome is not retried: the customer can request another code
    if (outcome.kind === 'transient' || outcome.kind === 'unavailable')
      throw new Error('the provider did not accept the one-time password')
    if (outcome.kind === 'permanent')
      deps.log.warn(
        { channel: message.channel, status: outcome.providerStatus },
        'a one-time password was rejected',
      )
  }

interface Sender {
  application: Application
  brand: Brand
}

async function mail(deps: Deps, message: OneOffMessage, by: Sender): Promise<Outcome | undefined> {
  const { channels, installation, clock, viewer, isLocal } = deps
  if (!channels.mail) return undefined
  const made = codeMail(`otp_${deps.newId()}`, message, by, installation, clock.now())
  const outcome = await channels.mail.send(made)
  if (isLocal.mail)
    viewer?.remember(seenMail(headOf(deps, made.id), made, outcome), new Date(message.expiresAt))
  return outcome
}

async function text(deps: Deps, message: OneOffMessage, by: Sender): Promise<Outcome | undefined> {
  const { channels, installation, clock, viewer, isLocal } = deps
  const sender = senderFor(by.application, installation)
  if (!channels.texts || sender === undefined) return undefined
  const made = codeText(`otp_${deps.newId()}`, message, by, sender, installation, clock.now())
  const outcome = await channels.texts.send(made)
  if (isLocal.texts)
    viewer?.remember(seenText(headOf(deps, made.id), made, outcome), new Date(message.expiresAt))
  return outcome
}

const headOf = ({ clock }: Deps, id: string) => ({ id, at: clock.now().toISOString(), type: 'OTP' })
