import { Problem } from '@appointments/contracts'

/**
 * What the gateway expects of the store that its replicas share. Two adapters implement it (`redis.ts`,
 * `in-process.ts`); `test/key-value.test.ts` holds both to this text. Every call may throw
 * {@link KeyValueAway}, and does so within 300 ms.
 */
export interface KeyValue {
  get: (key: string) => Promise<string | undefined>
  set: (key: string, value: string, ttlMs: number) => Promise<void>
  /**
   * Sets the value only where the key holds exactly `expected`, in one step; undefined expects no value.
   * The time to live starts anew. Resolves to whether it was set.
   */
  replace: (key: string, expected: string | undefined, value: string, ttlMs: number) => Promise<boolean>
  /** Adds one, or as many as are said, in one step. The time to live starts with the first and is not prolonged. */
  increment: (key: string, ttlMs: number, by?: number) => Promise<Counter>
  /** Takes one back; a key that is gone stays gone. */
  decrement: (key: string) => Promise<void>
  delete: (key: string) => Promise<void>
  /** Adds to a set; the set lives for `ttlMs` from now. */
  addMember: (key: string, member: string, ttlMs: number) => Promise<void>
  /** Returns the members of a set and removes the set, in one step. */
  takeMembers: (key: string) => Promise<string[]>
  close: () => Promise<void>
}

export interface Counter {
  count: number
  /** Milliseconds until the count starts again from nothing. */
  expiresInMs: number
}

/** The store cannot be reached, or not in time. */
export class KeyValueAway extends Problem {
  override name = 'KeyValueAway'
  constructor(options?: ErrorOptions) {
    super('UNAVAILABLE', { retryAfter: 2 })
    this.cause = options?.cause
  }
}
