import type { Tx } from '@appointments/postgres'

declare const isStored: unique symbol

/**
 * The result of a keyed transaction. An operation that takes a key can be answered with nothing else, so a use case
 * that changes something beside its keyed transaction does not compile.
 */
export type Keyed<Result> = Result & { readonly [isStored]: true }

/** Runs work in one transaction, which also stores the response to the keyed request that it serves. */
export type KeyedTransaction = <Result>(work: (tx: Tx) => Result | Promise<Result>) => Promise<Keyed<Result>>

/** The result of a keyed transaction, read again after everything that follows from it. */
export const readAgain = <Result>(_stored: Keyed<Result>, latest: Result): Keyed<Result> =>
  latest as Keyed<Result>

/** How an operation that takes a key is carried out and answered; a handler returns it and runs nothing itself. */
export interface KeyedAnswer<Answer> {
  work: () => Promise<Keyed<unknown>>
  present: (result: never) => Answer
  /** Whether the response holds a secret, so that only the owner of the operation may keep it. */
  isSecret?: boolean
  /** Makes the response of one that an older release may have kept. */
  replayed?: (kept: never) => Answer
}

/**
 * @param present makes the response of what the keyed transaction returns; it runs inside the transaction
 * @param work the use case
 */
export const answered = <Result, Answer>(
  present: (result: Result) => Answer,
  work: () => Promise<Keyed<Result>>,
  keeping: Pick<KeyedAnswer<Answer>, 'isSecret' | 'replayed'> = {},
): KeyedAnswer<Answer> => ({ present, work, ...keeping })

/** Carries an operation out for a request without a key. */
export const unkeyed = async <Answer>({ work, present }: KeyedAnswer<Answer>): Promise<Answer> =>
  present((await work()) as never)
