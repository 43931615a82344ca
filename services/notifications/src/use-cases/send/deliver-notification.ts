import { setTimeout as pause } from 'node:timers/promises'
import { unconfigured, type Application, type CustomerRecord } from '@appointments/contracts'
import { isOutOfReach } from '@appointments/postgres'
import type { ReceiverAnswer } from '../../channels/channel.ts'
import { openedHeaders } from '../../keys/endpoint-headers.ts'
import { withProvenance } from '../../domain/send/provenance.ts'
import { fenced } from '../../domain/send/fence.ts'
import type { KeptSource } from '../../domain/history/kept-source.ts'
import { mayGoOver } from '../../domain/plan/matrix.ts'
import type { Notification, Reason } from '../../domain/notification.ts'
import type { Outcome } from '../../domain/send/outcomes.ts'
import { paceOf } from '../../domain/plan/pace.ts'
import { asTold } from '../../domain/wording/guests.ts'
import { addressOf, hasUnproved } from '../../domain/plan/recipients.ts'
import { calledOff, settled, type Settlement } from '../../domain/send/transition.ts'
import { lasting } from '../../domain/webhooks/webhook-outcome.ts'
import { mailOf } from '../../messages/mail.ts'
import type { MessageSource } from '../../messages/message-source.ts'
import { textOf } from '../../messages/text.ts'
import { webhookOf } from '../../messages/webhooks/webhook.ts'
import { applications } from '../../repositories/applications.ts'
import { appointments } from '../../repositories/plan/appointments.ts'
import { deliveries, type Claimed } from '../../repositories/send/deliveries.ts'
import { pacedNotifications } from '../../repositories/plan/paced-notifications.ts'
import { takesWebhooks, type WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts'
import { webhookEndpoints } from '../../repositories/webhooks/webhook-endpoints.ts'
import { webhookResponses } from '../../repositories/webhooks/webhook-responses.ts'
import { seenMail, seenText, seenWebhook, type SeenMessage } from '../../messages/seen-message.ts'
import { signerFor } from '../../keys/webhook-signatures.ts'
import { mailCarrier, textCarrier } from './carriers.ts'
import { maySendAs, type Deps } from '../deps.ts'
import { keptSource } from '../history/erase.ts'
import { giveBack } from './release-claim.ts'
import { holdBack } from './apply-send-rules.ts'
import { made, ownWordsFor, warningsOf } from '../wording/custom-template.ts'

/** What the sending looks at. */
type Known = Pick<KeptSource, 'whole' | 'scheduleVersion'>

interface Material {
  notification: Notification
  known: Known
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
    await persistently(() => deps.transaction((tx) => giveBack(tx, deps, claimed, settlement)))
    countRepetition(deps, notification, settlement)
  }

/** Counts a message that goes out again although it may have arrived; an SMS is looked for at its provider first. */
export function countRepetition(
  { possibleDuplicates }: Deps,
  { channel }: Notification,
  { status, steps }: Settlement,
): void {
  if (channel === 'SMS' || status !== 'PENDING') return
  if (steps.some(({ reason }) => reason === 'outcome_unknown')) possibleDuplicates.count({ channel })
}

/** Pauses before what the database did not do is asked for once more; far shorter in all than a lease. */
const PAUSES_MS = [200, 1000, 5000]

/**
 * Asks the database more than once. Before a send a moment of trouble would put the message off; after it the
 * outcome would be lost, and the message sent twice. The lease makes repeating harmless.
 */
async function persistently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await ask()
    } catch {
      await pause(pauseMs)
    }
  }
  return ask()
}

/**
 * A try that breaks in a way nobody foresaw ends like one that failed: it is repeated, and then left to a person.
 * Where the database could not be read nothing was tried.
 */
async function attempt(deps: Deps, notification: Notification): Promise<Settlement> {
  try {
    return await decide(deps, notification)
  } catch (error) {
    deps.log.error({ err: error, notification: notification.id }, 'a notification could not be sent')
    if (isOutOfReach(error))
      return settle(deps, notification, { kind: 'unavailable', message: 'the database is out of reach' })
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

/** What follows from an attempt at an address, and what it says about the address. */
function judged(deps: Deps, notification: Notification, outcome: Outcome, address: string): Settlement {
  const settlement = settle(deps, notification, outcome)
  const reason = outcome.kind === 'permanent' ? outcome.addressFault : undefined
  return reason
    ? { ...settlement, suppression: { recipient: deps.fingerprint(address), reason } }
    : settlement
}

async function decide(deps: Deps, claimed: Notification): Promise<Settlement> {
  const material = await persistently(() => gather(deps, claimed))
  if (!material) return calledOff(claimed, 'superseded')
  const { notification, known, application } = material
  const now = deps.clock.now()
  // somebody wants it as it is, whatever has become of the appointment
  if (notification.redeliveryAskedAt !== null) return sendWebhook(deps, material)
  const reason =
    fenced(notification, known, now) ?? switchedOff(material) ?? (await overtaken(deps, notification, now))
  if (reason) return calledOff(notification, reason)
  if (notification.channel === 'WEBHOOKS') return sendWebhook(deps, material)
  const customer = material.contacts.find(({ id }) => id === notification.recipientKey)
  const address = customer && addressOf(customer, notification.channel)
  if (!customer || address === undefined) {
    const isUnproved = customer !== undefined && hasUnproved(customer, notification.channel)
    return calledOff(notification, isUnproved ? 'address_unproved' : 'no_address')
  }
  if (!maySendAs(deps, application, notification.channel))
    return calledOff(notification, 'sender_not_allowed')
  const own = await ownWordsFor(deps, notification, application)
  const source = { ...asTold({ notification, whole: known.whole, customer }), application, own }
  const held = await holdBack(deps, source, address)
  if (held) return held
  return notification.channel === 'EMAIL' ? sendMail(deps, source, address) : sendText(deps, source, address)
}

/** What the settings say now, which may be other than when it was planned. */
function switchedOff({ notification, known, application }: Material): Reason | undefined {
  if (!application.notifications.active || !known.whole.appointment.notificationsActive)
    return 'notifications_off'
  return mayGoOver(application, notification) ? undefined : 'channel_disabled'
}

/** Whether the same recipient is about to get, or has got, something newer of the same kind. */
async function overtaken({ pool }: Deps, notification: Notification, now: Date): Promise<Reason | undefined> {
  const { type, channel } = notification
  if (type === 'REMINDER' && (await deliveries.hasNearerReminder(pool, notification, now))) return 'coalesced'
  // a webhook that was tried is told to the end
  const mayGiveWay = channel !== 'WEBHOOKS' || notification.attemptNo === 0
  if (mayGiveWay && paceOf(type, channel) && (await pacedNotifications.hasNewer(pool, notification)))
    return 'debounced'
  return undefined
}

/** Reads one thing after another: whoever sends has one connection at a time, so that many can send. */
async function gather(deps: Deps, notification: Notification): Promise<Material | undefined> {
  const { pool } = deps
  const { appointmentId, applicationId, channel, recipientKey } = notification
  const findEndpoint = () =>
    channel === 'WEBHOOKS' ? webhookEndpoints.find(pool, recipientKey, undefined) : undefined
  const kept = keptSource(deps, notification)
  if (kept) {
    const { context, customer } = kept
    return {
      notification: { ...notification, context },
      known: kept,
      application: await applications.find(pool, applicationId),
      contacts: customer ? [customer] : [],
      endpoint: await findEndpoint(),
    }
  }
  const found = await appointments.findWithSurroundings(pool, appointmentId, applicationId)
  if (!found) return undefined
  const { known, contacts, application = unconfigured(applicationId) } = found
  return { notification, known, application, contacts, endpoint: await findEndpoint() }
}

async function sendMail(deps: Deps, source: MessageSource, address: string): Promise<Settlement> {
  const { notification, application } = source
  const carry = mailCarrier(deps, application, notification)
  if (!carry) return calledOff(notification, 'channel_disabled')
  const mail = made(deps.log, notification, () => mailOf(source, address, deps.house))
  if ('kind' in mail) return settle(deps, notification, mail)
  const outcome = await carry(mail)
  await show(deps, notification, seenMail(headOf(deps, notification), mail, outcome))
  return withProvenance(judged(deps, notification, outcome, address), mail.template, warningsOf(source))
}

async function sendText(deps: Deps, source: MessageSource, phone: string): Promise<Settlement> {
  const { notification, application } = source
  const carrier = textCarrier(deps, application, notification)
  if (!carrier) return calledOff(notification, 'channel_disabled')
  const text = made(deps.log, notification, () =>
    textOf(source, phone, carrier.sender, deps.house, deps.clock.now()),
  )
  if ('kind' in text) return settle(deps, notification, text)
  const outcome = await carrier.carry(text)
  await show(deps, notification, seenText(headOf(deps, notification), text, outcome))
  return withProvenance(
    judged(deps, notification, outcome, phone),
    text.template,
    warningsOf(source, text.body),
  )
}

async function sendWebhook(
  deps: Deps,
  { notification, known, contacts, endpoint }: Material,
): Promise<Settlement> {
  if (!endpoint) return calledOff(notification, 'endpoint_removed')
  if (!takesWebhooks(endpoint)) return calledOff(notification, 'endpoint_disabled')
  const now = deps.clock.now()
  const headers = openedHeaders(deps.seal, endpoint)
  const target = { ...endpoint, headers, sign: signerFor(deps, endpoint) }
  const request = webhookOf({ notification, whole: known.whole, contacts, endpoint: target }, now)
  const { answer, ...outcome } = await deps.channels.webhooks.send(request)
  await show(deps, notification, seenWebhook(headOf(deps, notification), request, outcome))
  if (answer) await keepAnswer(deps, notification, answer, now)
  const { redeliveryAskedAt, scheduledFor, createdAt } = notification
  return settle(deps, notification, lasting(outcome, redeliveryAskedAt ?? scheduledFor ?? createdAt, now))
}

/** Losing it is no reason to send the webhook again. */
const keepAnswer = (
  { pool, log }: Deps,
  notification: Notification,
  answer: ReceiverAnswer,
  at: Date,
): Promise<void> =>
  webhookResponses
    .keep(pool, notification, { ...answer, attempt: notification.attemptNo + 1, at })
    .catch((error: unknown) =>
      log.warn({ err: error, notification: notification.id }, 'the answer of a receiver was not kept'),
    )

/** Shows a developer what went out; of what was erased the database keeps no copy. */
async function show({ viewer }: Deps, { sealedSource }: Notification, message: SeenMessage): Promise<void> {
  if (sealedSource === null) await viewer?.keep(message)
  else viewer?.rememberErased(message)
}

const headOf = ({ clock }: Deps, { id, type, appointmentId, attemptNo }: Notification) => ({
  id,
  at: clock.now().toISOString(),
  type,
  appointmentId,
  attempt: attemptNo + 1,
})
