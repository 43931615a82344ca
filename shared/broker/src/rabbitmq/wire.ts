import type { Message as AmqpMessage, Options } from 'amqplib'
import { Poison } from '../broker.ts'
import type { Delivery, Message } from '../broker.ts'
import { jsonBody } from '../json-body.ts'

/** Headers of this adapter; a message's own headers travel beside them under their own names. */
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

/** The broker adds headers of its own to what it moves; strings among them would look like the message's. */
const isOwnHeader = (name: string): boolean => !/^(messaging-|x-(first|last)-death-)/.test(name)

const ownHeaders = (raw: AmqpMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(raw.properties.headers ?? {}).filter(
      (header): header is [string, string] => isOwnHeader(header[0]) && typeof header[1] === 'string',
    ),
  )

const header = (raw: AmqpMessage, name: string): unknown => raw.properties.headers?.[name]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @throws TypeError when the body has no JSON form */
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

/** The same message once more, as it came, with other headers of this adapter. */
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

/** Everything but the body, whatever it is; for messages that may be malformed. */
export const envelopeOf = (raw: AmqpMessage): Omit<Message, 'body'> => ({
  id: textOf(raw.properties.messageId),
  type: textOf(raw.properties.type),
  key: keyOf(raw),
  headers: ownHeaders(raw),
  ...(raw.properties.replyTo === undefined ? {} : { replyTo: textOf(raw.properties.replyTo) }),
  ...(raw.properties.expiration === undefined ? {} : { expiresInMs: Number(raw.properties.expiration) }),
})

/** @throws Poison when it is no message of this system */
export const decode = (raw: AmqpMessage): Delivery => {
  const envelope = envelopeOf(raw)
  if (envelope.id === '' || envelope.type === '') throw new Poison('The message has no id or no type')
  return { message: { ...envelope, body: parseBody(raw) }, attempt: attemptOf(raw) }
}

const parseBody = (raw: AmqpMessage): unknown => {
  try {
    return JSON.parse(raw.content.toString()) as unknown
  } catch {
    // The parser's own message quotes the body, which may be personal.
    throw new Poison('The body is not JSON')
  }
}

/** Milliseconds the message may still live by the clocks of publisher and consumer, whichever is shorter. */
export const lifetimeOf = (raw: AmqpMessage, receivedAt: number): { first: number; retries: number } => {
  const first = receivedAt + Number(raw.properties.expiration ?? Infinity)
  const published = header(raw, wireHeaders.expiresAt)
  return { first, retries: typeof published === 'number' ? Math.min(first, published) : first }
}
