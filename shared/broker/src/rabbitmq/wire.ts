import type { Message as AmqpMessage, Options } from 'amqplib'
import { Poison } from '../broker.ts'
import type { Delivery, Message } from '../broker.ts'
import { jsonBody } from '../json-body.ts'

/** Headers of this adapter; the headers of the message keep their own names beside them. */
export const wireHeaders = {
  key: 'messaging-key',
  attempt: 'messaging-attempt',
  /** Epoch milliseconds, by the publisher's clock. */
  expiresAt: 'messaging-expires-at',
  reason: 'messaging-reason',
  deadAt: 'messaging-dead-at',
} as const

export interface Wire {
  content: Buffer
  options: Options.Publish
}

/** Whether a header belongs to the message; the broker and this adapter add further ones. */
const isOwnHeader = (name: string): boolean => !/^(messaging-|x-(first|last)-death-)/.test(name)

const ownHeaders = (raw: AmqpMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw.properties.headers ?? {}).filter(
      (header): header is [string, string] => isOwnHeader(header[0]) && typeof header[1] === 'string',
    ),
  )

const header = (raw: AmqpMessage, name: string): unknown => raw.properties.headers?.[name]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @throws TypeError if the body has no JSON form */
export const encode = (message: Message): Wire => ({
  content: Buffer.from(jsonBody(message.body)),
  options: {
    persistent: message.expiresInMs === undefined,
    contentType: 'application/json',
    messageId: message.id,
    type: message.type,
    timestamp: Math.floor(Date.now() / 1000),
    ...(message.replyTo === undefined ? {} : { replyTo: message.replyTo }),
    ...(message.expiresInMs === undefined ? {} : { expiration: String(message.expiresInMs) }),
    headers: {
      ...message.headers,
      [wireHeaders.key]: message.key,
      [wireHeaders.attempt]: 1,
      ...(message.expiresInMs === undefined
        ? {}
        : { [wireHeaders.expiresAt]: Date.now() + message.expiresInMs }),
    },
  },
})

/** A copy of a received message, with changes to this adapter's headers. */
export const copyOf = (raw: AmqpMessage, changes: Record<string, unknown>): Wire => ({
  content: raw.content,
  options: {
    persistent: true,
    contentType: textOf(raw.properties.contentType),
    messageId: textOf(raw.properties.messageId),
    type: textOf(raw.properties.type),
    ...(raw.properties.replyTo === undefined ? {} : { replyTo: textOf(raw.properties.replyTo) }),
    headers: {
      ...ownHeaders(raw),
      [wireHeaders.key]: keyOf(raw),
      [wireHeaders.attempt]: attemptOf(raw),
      ...changes,
    },
  },
})

export const keyOf = (raw: AmqpMessage): string => textOf(header(raw, wireHeaders.key))

export const attemptOf = (raw: AmqpMessage): number => Number(header(raw, wireHeaders.attempt) ?? 1)

/** Everything but the body; safe for malformed messages. */
export const envelopeOf = (raw: AmqpMessage): Omit<Message, 'body'> => ({
  id: textOf(raw.properties.messageId),
  type: textOf(raw.properties.type),
  key: keyOf(raw),
  headers: ownHeaders(raw),
  ...(raw.properties.replyTo === undefined ? {} : { replyTo: textOf(raw.properties.replyTo) }),
  ...(raw.properties.expiration === undefined ? {} : { expiresInMs: Number(raw.properties.expiration) }),
})

/** @throws Poison if it is not a message of this system */
export const decode = (raw: AmqpMessage): Delivery => {
  const envelope = envelopeOf(raw)
  if (envelope.id === '' || envelope.type === '') throw new Poison('The message has no id or no type')
  return { message: { ...envelope, body: parseBody(raw) }, attempt: attemptOf(raw) }
}

const parseBody = (raw: AmqpMessage): unknown => {
  try {
    return JSON.parse(raw.content.toString()) as unknown
  } catch {
    // the parser's message would quote the body, which may contain personal data
    throw new Poison('The body is not JSON')
  }
}

/** Expiry in epoch milliseconds: of the first delivery by the consumer's clock, of retries by the earlier of both clocks. */
export const lifetimeOf = (raw: AmqpMessage, receivedAt: number): { first: number; retries: number } => {
  const first = receivedAt + Number(raw.properties.expiration ?? Infinity)
  const published = header(raw, wireHeaders.expiresAt)
  return { first, retries: typeof published === 'number' ? Math.min(first, published) : first }
}
