/**
 * The broker port: the guarantees that services rely on for their messages.
 * Two adapters implement it (`rabbitmq.ts`, `in-process.ts`); `test/conformance.ts` tests both against these guarantees.
 * Neither logs bodies or header values.
 */

/** One message. `body` is JSON-serialisable. */
export interface Message {
  /** Globally unique; consumers recognise duplicates by it. */
  id: string
  /** Routing key: queues bind to types. */
  type: string
  /**
   * Deliveries to one consumer that share a key are handled one after another, in the order published; a retry comes
   * after messages published in the meantime.
   */
  key: string
  body: unknown
  /** Further headers, such as `traceparent`. */
  headers: Readonly<Record<string, string>>
  /** Address that *applied* replies go to; see {@link Broker.openReplies}. */
  replyTo?: string
  /**
   * Makes the message transient: never written to disk, and expired after this many milliseconds. It is retried until it
   * expires and is dropped then, because a dead letter would be stored.
   */
  expiresInMs?: number
}

/** A message as a consumer receives it. */
export interface Delivery {
  message: Message
  /** 1 for the first delivery; counts retries after failures. */
  attempt: number
}

/** Sent by a subscriber once it has applied a message or moved it to its dead letters. */
export interface AppliedReply {
  messageId: string
  subscriber: string
}

/** A queue of the topology, bound to message types. */
export interface QueueDeclaration {
  name: string
  types: readonly string[]
}

/** The first service to connect declares all queues, so that every subscriber has a queue before anything is published. */
export interface Topology {
  exchange: string
  queues: readonly QueueDeclaration[]
}

export interface Subscription {
  queue: string
  /** Maximum number of deliveries handled in parallel; deliveries of one key are never handled in parallel. */
  concurrency: number
  /**
   * Resolving acknowledges the delivery. Throwing {@link Poison} moves it to the dead letters immediately.
   * Throwing anything else delivers it again after the next retry delay; after the last delay it becomes a dead letter
   * with the error's message as its reason.
   */
  handle: (delivery: Delivery) => Promise<void>
}

export interface Consumer {
  /** Accepts no new deliveries and resolves when those in progress are done. All others stay in the queue. */
  stop: () => Promise<void>
}

/** A message that no consumer could apply, with the reason. */
export interface DeadLetter {
  message: Message
  reason: string
  at: string
}

/** Numbers of waiting messages of a queue. */
export interface QueueDepth {
  ready: number
  /** Failed and waiting for their next attempt. */
  retrying: number
  /** Dead letters. */
  dead: number
}

export interface Broker {
  /**
   * Resolves when the message is stored in every queue bound to its type.
   * @throws Unroutable if no queue is bound to the type
   * @throws Unconfirmed if the broker is unavailable or rejects the message, which may or may not arrive
   */
  publish: (message: Message) => Promise<void>
  subscribe: (subscription: Subscription) => Promise<Consumer>
  /** Opens a reply queue for this instance only and returns its address. Replies are never stored. */
  openReplies: (onReply: (reply: AppliedReply) => void) => Promise<string>
  /** Sends a reply without waiting; an address without a listener is not an error. */
  reply: (address: string, reply: AppliedReply) => void
  /** Dead letters of a queue, oldest first; reading does not remove them. */
  deadLetters: (queue: string) => Promise<DeadLetter[]>
  /**
   * Permanently removes some dead letters, such as those of erased appointments, and returns their number. It reads all
   * dead letters of the queue, so remove what is due together.
   * @param isPurged whether a letter is removed, by its key and its body
   */
  purgeDeadLetters: (queue: string, isPurged: (key: string, body: unknown) => boolean) => Promise<number>
  /**
   * Counts the waiting messages without touching them; may omit transient ones.
   * @throws Unconfirmed if the broker is unavailable
   */
  depth: (queue: string) => Promise<QueueDepth>
  /**
   * Declares the missing parts of the topology again.
   * @throws Unconfirmed if the broker is unavailable
   */
  declare: () => Promise<void>
  /** True while the broker can be reached. */
  isUp: () => boolean
  /** Waits for open confirms (at most a few seconds), then disconnects. */
  close: () => Promise<void>
}

/** Thrown by a consumer for a message that no retry can fix. */
export class Poison extends Error {
  override name = 'Poison'
}

/** No queue is bound to the message's type, so no consumer would ever receive it. */
export class Unroutable extends Error {
  override name = 'Unroutable'
}

/** The broker did not confirm the message. */
export class Unconfirmed extends Error {
  override name = 'Unconfirmed'
}
