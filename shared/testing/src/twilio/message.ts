import { randomBytes } from 'node:crypto'
import type { Misfortune } from './fates.ts'

export type TwilioStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed'

/** A message that the fake accepted. */
export interface TwilioMessage {
  sid: string
  to: string
  from: string | null
  messagingServiceSid: string | null
  body: string
  statusCallback: string | null
  /** seconds that the message may wait in the provider's queue */
  validityPeriod: number | null
  status: TwilioStatus
  errorCode: number | null
  createdAt: string
  /** null until it was sent */
  sentAt: string | null
  updatedAt: string
  /** statuses still to come, next one first */
  ahead: TwilioStatus[]
  /** the error that comes with the last status */
  errorAtEnd: number | null
}

/** The fields of a send request that the fake reads. */
export interface SendRequest {
  to: string
  from: string | null
  messagingServiceSid: string | null
  body: string
  statusCallback: string | null
  validityPeriod: number | null
}

export function newMessage(request: SendRequest, ends: 'delivered' | Misfortune, now: Date): TwilioMessage {
  return {
    ...request,
    sid: `SM${randomBytes(16).toString('hex')}`,
    status: 'queued',
    errorCode: null,
    createdAt: now.toISOString(),
    sentAt: null,
    updatedAt: now.toISOString(),
    ahead:
      ends === 'delivered'
        ? ['sent', 'delivered']
        : ends.status === 'failed'
          ? ['failed']
          : ['sent', ends.status],
    errorAtEnd: ends === 'delivered' ? null : ends.errorCode,
  }
}

/** Moves a message to its next status. @returns whether there was one */
export function step(message: TwilioMessage, now: Date): boolean {
  const status = message.ahead.shift()
  if (status === undefined) return false
  message.status = status
  message.updatedAt = now.toISOString()
  if (status === 'sent') message.sentAt = now.toISOString()
  if (message.ahead.length === 0) message.errorCode = message.errorAtEnd
  return true
}

/** The message as Twilio's API presents it. */
export function presentMessage(accountSid: string, message: TwilioMessage) {
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}`
  return {
    sid: message.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: rfc2822(message.createdAt),
    date_sent: message.sentAt === null ? null : rfc2822(message.sentAt),
    date_updated: rfc2822(message.updatedAt),
    direction: 'outbound-api',
    error_code: message.errorCode,
    error_message: null,
    from: message.from,
    messaging_service_sid: message.messagingServiceSid,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    status: message.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  }
}

const rfc2822 = (instant: string) => new Date(instant).toUTCString().replace('GMT', '+0000')
