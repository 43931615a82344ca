import { Problem } from '@appointments/contracts'

/**
 * The store that the gateway's replicas share. Two adapters implement it (`redis.ts`, `in-process.ts`);
 * `test/key-value.test.ts` checks both against this contract. Every call may throw {@link KeyValueUnavailable}, and
 * does so within 300 ms.
 */
export interface KeyValue {
  get: (key: string) => Promise<string | undefined>
  set: (key: string, value: string, ttlMs: number) => Promise<void>
  /**
   * Atomically sets the value if the key holds exactly `expected`, or has no value if that is undefined. The time to
   * live restarts. Resolves to whether the value was set.
   */
  replace: (key: string, expected: string | undefined, value: string, ttlMs: number) => Promise<boolean>
  /** Atomically adds `by`, 1 by default. The time to live starts with the first call and is not extended. */
  increment: (key: string, ttlMs: number, by?: number) => Promise<Counter>
  /** Subtracts one; a missing key is not created. */
  decrement: (key: string) => Promise<void>
  delete: (key: string) => Promise<void>
  /** Adds a member to a set; the whole set expires `ttlMs` from now. */
  addMember: (key: string, member: string, ttlMs: number) => Promise<void>
  /** Atomically returns the members of a set and removes the set. */
  takeMembers: (key: string) => Promise<string[]>
  close: () => Promise<void>
}

export interface Counter {
  count: number
  /** Milliseconds until the count restarts from zero. */
  expiresInMs: number
}

/** The store cannot be reached, or not in time. */
export class KeyValueUnavailable extends Problem {
  override name = 'KeyValueUnavailable'
  constructor(options?: ErrorOptions) {
    super('UNAVAILABLE', { retryAfter: 2 })
    this.cause = options?.cause
  }
}
