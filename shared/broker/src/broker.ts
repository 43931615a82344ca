/**
 * The broker port: what every service may expect of whatever carries its messages.
 * Two adapters implement it (`rabbitmq.ts`, `in-process.ts`); `test/conformance.ts` holds both to this text.
 */

/** One message. `body` is JSON-serialisable. */
export interface Message {
  /** Unique for ever; consumers recognise duplicates by it. */
  id: string
  /** Routing key: queues bind to types. */
  type: string
  /**
   * Deliveries to one consumer that share a key are handled one after another, in the order published; a retry comes
   * later than what was published meanwhile.
   */
  key: string
  body: unknown
  /** String headers that travel along, such as `traceparent`. */
  headers: Readonly<Record<string, string>>
  /** Address that *applied* replies go to; see {@link Broker.openReplies}. */
  replyTo?: string
  /**
   * Makes the message transient: never written to disk, and gone after this many milliseconds. It is retried while it
   * lives and is dropped then, because a dead letter would be stored.
   */
  expiresInMs?: number
}

/** A message as a consumer gets it. */
export interface Delivery {
  message: Message
  /** 1 for the first delivery; counts retries after failures. */
  attempt: number
}

/** The word a subscriber sends back once it has applied a message, or has moved it to its dead letters. */
export interface AppliedReply {
  messageId: string
  subscriber: string
}

/** A queue of the topology, bound to message types. */
export interface QueueDeclaration {
  name: string
  types: readonly string[]
}

/** Queues are declared by whoever connects first, so no message is published before its subscribers have a queue. */
export interface Topology {
  exchange: string
  queues: readonly QueueDeclaration[]
}

export interface Subscription {
  queue: string
  /** Most deliveries handled at the same time; deliveries of one key are never handled at the same time. */
  concurrency: number
  /**
   * Resolving acknowledges the delivery. Throwing {@link Poison} moves it to the dead letters at once.
   * Throwing anything else delivers it again after the next retry delay; when the delays are used up it
   * becomes a dead letter with the error's message as its reason.
   */
  handle: (delivery: Delivery) => Promise<void>
}

export interface Consumer {
  /** Takes no new deliveries and resolves when those in hand are done. What was not begun stays in the queue. */
  stop: () => Promise<void>
}

/** A message no consumer could apply, with why. */
export interface DeadLetter {
  message: Message
  reason: string
  at: string
}

/** How many messages of a queue wait. */
export interface QueueDepth {
  ready: number
  /** Failed and waiting for their next try. */
  retrying: number
  /** Dead letters. */
  dead: number
}

export interface Broker {
  /**
   * Resolves when the broker has taken responsibility: the message is stored in every queue bound to its type.
   * @throws Unroutable when no queue is bound to the type
   * @throws Unconfirmed when the broker is away or refused; the message may or may not arrive
   */
  publish: (message: Message) => Promise<void>
  subscribe: (subscription: Subscription) => Promise<Consumer>
  /** Opens this instance's own reply queue and returns its address. Replies are never stored. */
  openReplies: (onReply: (reply: AppliedReply) => void) => Promise<string>
  /** Sends a reply and forgets it; an address nobody listens to is no error. */
  reply: (address: string, reply: AppliedReply) => void
  /** Dead letters of a queue, oldest first; looking does not remove them. */
  deadLetters: (queue: string) => Promise<DeadLetter[]>
  /** Puts dead letters back into their queue as new (attempt 1) and returns how many. */
  replayDeadLetters: (queue: string) => Promise<number>
  /** Removes the dead letters of one key for good and returns how many; an erased appointment leaves nothing here. */
  purgeDeadLetters: (queue: string, key: string) => Promise<number>
  /**
   * How many messages wait, without touching them; transient ones may be left out.
   * @throws Unconfirmed when the broker is away
   */
  depth: (queue: string) => Promise<QueueDepth>
  /**
   * Declares again whatever of the topology is missing.
   * @throws Unconfirmed when the broker is away
   */
  declare: () => Promise<void>
  /** True while the broker can be reached. */
  isUp: () => boolean
  /** Waits for open confirms (at most a few seconds), then disconnects. */
  close: () => Promise<void>
}

/** Thrown by a consumer for a message that no retry will mend. */
export class Poison extends Error {
  override name = 'Poison'
}

/** No queue is bound to the message's type, so nobody would ever get it. */
export class Unroutable extends Error {
  override name = 'Unroutable'
}

/** The broker did not confirm. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed'
}
