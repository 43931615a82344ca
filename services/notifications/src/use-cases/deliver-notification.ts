import { setTimeout as pause } from 'node:timers/promises'
import type { Application, CustomerRecord } from '@appointments/contracts'
import { addressOf } from '../domain/drafts.ts'
import { fenced } from '../domain/fence.ts'
import { isEnabled } from '../domain/matrix.ts'
import type { Notification } from '../domain/notification.ts'
import type { Outcome } from '../domain/outcomes.ts'
import { calledOff, receipted, settled, type Settlement } from '../domain/settle.ts'
import { furthest } from '../domain/sms-outcome.ts'
import { GONE } from '../domain/webhook-outcome.ts'
import { mailOf } from '../messages/mail.ts'
import type { MessageSource } from '../messages/message-source.ts'
import { senderFor, textOf } from '../messages/text.ts'
import { webhookOf } from '../messages/webhook.ts'
import { applications } from '../repositories/applications.ts'
import { appointments, type KnownAppointment } from '../repositories/appointments.ts'
import { deliveries, type Claimed } from '../repositories/deliveries.ts'
import { takesWebhooks, type WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import { webhookEndpoints } from '../repositories/webhook-endpoints.ts'
import { seenMail, seenText, seenWebhook } from '../viewer/seen-message.ts'
import { signingSecrets } from '../webhook-secrets.ts'
import type { Deps } from './deps.ts'
import { keepHealth, type Health } from './endpoint-health.ts'
import { eraseIfSettled } from './erase-removed.ts'

interface Material {
  notification: Notification
  known: KnownAppointment
  application: Application
  contacts: CustomerRecord[]
  endpoint: WebhookEndpoint | undefined
}

/** Sends a claimed notification, or finds that it must not be sent, and writes down what became of it. */
export const deliverNotification =
  (deps: Deps) =>
  async (claimed: Claimed): Promise<void> => {
    const { notification } = claimed
    const settlement = await attempt(deps, notification)
    await persistently(() => writeDown(deps, claimed, settlement))
  }

/** The last that held a removed appointment takes what is left of it along. */
const writeDown = (deps: Deps, claimed: Claimed, settlement: Settlement): Promise<void> =>
  deps.transaction(async (tx) => {
    const { notification } = claimed
    const now = deps.clock.now()
    await deliveries.settle(tx, claimed, settlement, now)
    const health = notification.channel === 'WEBHOOKS' ? healthAfter(settlement) : undefined
    if (health) await keepHealth(tx, notification.recipientKey, health, now)
    if (settlement.dueAt === null) await eraseIfSettled(tx, deps, notification.appointmentId)
  })

/** Pauses before what could not be written is written once more; far shorter in all than a lease. */
const WRITE_PAUSES_MS = [200, 1000, 5000]

/**
 * A message has gone out by now, so its outcome is worth more than one try: what is lost here is sent twice.
 * The lease makes repeating harmless.
 */
async function persistently<Result>(write: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of WRITE_PAUSES_MS) {
    try {
      return await write()
    } catch {
      await pause(pauseMs)
    }
  }
  return write()
}

/** A try that breaks in a way nobody foresaw ends like one that failed: it is repeated, and then left to a person. */
async function attempt(deps: Deps, notification: Notification): Promise<Settlement> {
  try {
    return await decide(deps, notification)
  } catch (error) {
    deps.log.error({ err: error, notification: notification.id }, 'a notification could not be sent')
    return settle(deps, notification, {
      kind: 'transient',
      providerStatus: 'INTERNAL_ERROR',
      message: 'the message could not be made',
    })
  }
}

const moment = ({ clock, chance }: Deps) => ({ now: clock.now(), chance: chance() })
const settle = (deps: Deps, notification: Notification, outcome: Outcome) =>
  settled(notification, outcome, moment(deps))

async function decide(deps: Deps, notification: Notification): Promise<Settlement> {
  if (notification.providerId !== null) return poll(deps, notification, notification.providerId)
  const material = await gather(deps, notification)
  if (!material) return calledOff(notification, 'superseded')
  const { known, application } = material
  const now = deps.clock.now()
  // somebody wants it as it is, whatever has become of the appointment
  if (notification.redeliveryAskedAt !== null) return sendWebhook(deps, material)
  const reason =
    fenced(notification, known, now) ??
    (isEnabled(application, notification.type, notification.channel) ? undefined : 'channel_disabled')
  if (reason) return calledOff(notification, reason)
  if (notification.type === 'REMINDER' && (await deliveries.hasNearerReminder(deps.pool, notification, now)))
    return calledOff(notification, 'coalesced')
  if (notification.channel === 'WEBHOOKS') return sendWebhook(deps, material)
  const customer = material.contacts.find(({ id }) => id === notification.recipientKey)
  const address = customer && addressOf(customer, notification.channel)
  if (!customer || address === undefined) return calledOff(notification, 'no_address')
  const source = { notification, whole: known.whole, application, customer }
  return notification.channel === 'EMAIL' ? sendMail(deps, source, address) : sendText(deps, source, address)
}

async function gather({ pool }: Deps, notification: Notification): Promise<Material | undefined> {
  const { appointmentId, applicationId, channel, recipientKey } = notification
  const [known, application, contacts, endpoint] = await Promise.all([
    appointments.find(pool, appointmentId),
    applications.find(pool, applicationId),
    appointments.findContacts(pool, appointmentId),
    channel === 'WEBHOOKS' ? webhookEndpoints.find(pool, recipientKey, undefined) : undefined,
  ])
  return known && { notification, known, application, contacts, endpoint }
}

async function sendMail(deps: Deps, source: MessageSource, address: string): Promise<Settlement> {
  const { notification } = source
  if (!deps.channels.mail) return calledOff(notification, 'channel_disabled')
  const mail = mailOf(source, address, deps.house)
  const outcome = await deps.channels.mail.send(mail)
  if (outcome.kind === 'unavailable')
    deps.log.error({ reason: outcome.message }, 'mail cannot be handed over')
  await deps.viewer?.keep(seenMail(headOf(deps, notification), mail, outcome))
  return settle(deps, notification, outcome)
}

async function sendText(deps: Deps, source: MessageSource, phone: string): Promise<Settlement> {
  const { notification, application } = source
  const sender = senderFor(application, deps.house)
  if (!deps.channels.texts || sender === undefined) return calledOff(notification, 'channel_disabled')
  const text = textOf(source, phone, sender, deps.house, deps.clock.now())
  const found = notification.unknownSince
    ? await deps.channels.texts.find(text, notification.unknownSince)
    : undefined
  const outcome = found ?? (await deps.channels.texts.send(text))
  await deps.viewer?.keep(seenText(headOf(deps, notification), text, outcome))
  return settle(deps, notification, outcome)
}

async function sendWebhook(
  deps: Deps,
  { notification, known, contacts, endpoint }: Material,
): Promise<Settlement> {
  if (!endpoint) return calledOff(notification, 'endpoint_removed')
  if (!takesWebhooks(endpoint)) return calledOff(notification, 'endpoint_disabled')
  const now = deps.clock.now()
  const target = { ...endpoint, secrets: signingSecrets(deps.seal, endpoint, now) }
  const request = webhookOf({ notification, whole: known.whole, contacts, endpoint: target }, now)
  const outcome = await deps.channels.webhooks.send(request)
  await deps.viewer?.keep(seenWebhook(headOf(deps, notification), request, outcome))
  return settle(deps, notification, outcome)
}

async function poll(deps: Deps, notification: Notification, providerId: string): Promise<Settlement> {
  if (!deps.channels.texts) return receipted(notification, { kind: 'unanswered', message: '' }, moment(deps))
  const receipt = await deps.channels.texts.ask(providerId)
  const news =
    receipt.kind === 'waiting'
      ? { ...receipt, providerStatus: furthest(notification.providerStatus, receipt.providerStatus) }
      : receipt
  return receipted(notification, news, moment(deps))
}

const headOf = ({ clock }: Deps, { id, type, appointmentId, attemptNo }: Notification) => ({
  id,
  at: clock.now().toISOString(),
  type,
  appointmentId,
  attempt: attemptNo + 1,
})

/** What an attempt says about its endpoint; nothing where none was made. */
function healthAfter({ status, providerStatus, attemptNo }: Settlement): Health | undefined {
  if (attemptNo === 0 || status === 'CANCELLED') return undefined
  if (status === 'DELIVERED') return 'WORKS'
  return providerStatus === GONE ? 'GONE' : 'FAILS'
}
