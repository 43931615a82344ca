import type { Tx } from '@appointments/postgres'

declare const isStored: unique symbol

/**
 * The result of a keyed transaction. An operation with an idempotency key must return it, so a use case that stores its
 * change outside a keyed transaction does not compile.
 */
export type Keyed<Result> = Result & { readonly [isStored]: true }

/** Runs work in one transaction, which also stores the response to the keyed request that it serves. */
export type KeyedTransaction = <Result>(
  work: (tx: Tx) => Result | Promise<Result>,
  locks?: readonly string[],
) => Promise<Keyed<Result>>

/** Replaces the result of a keyed transaction with a later read, which includes the effects of its events. */
export const readAgain = <Result>(_stored: Keyed<Result>, latest: Result): Keyed<Result> =>
  latest as Keyed<Result>

/** The work of an operation with an idempotency key and its response; a handler returns it without running it. */
export interface KeyedOperation<Body> {
  work: () => Promise<Keyed<unknown>>
  present: (result: never) => Body
  /** Whether the response contains a secret, so that only the owner of the operation may store it. */
  isSecret?: boolean
  /** Whether the result created a resource, so that the response is 201; by default the operation has one status. */
  isCreated?: (result: never) => boolean
  /** Subject of the response, if its transaction may publish no event; `forget` deletes responses by it. */
  about?: string
}

/**
 * @param present makes the response from the result of the keyed transaction; it runs inside the transaction
 * @param work the use case
 */
export const keyedOperation = <Result, Body>(
  present: (result: Result) => Body,
  work: () => Promise<Keyed<Result>>,
  keeping: Pick<KeyedOperation<Body>, 'isSecret' | 'about'> & {
    isCreated?: (result: Result) => boolean
  } = {},
): KeyedOperation<Body> => ({ present, work, ...keeping })

const CREATED = 201

/** The response to a result of an operation. @param status the operation's usual one */
export const responseTo = <Body>(
  { present, isCreated }: KeyedOperation<Body>,
  result: unknown,
  status: number,
): { status: number; body: Body } => ({
  status: isCreated?.(result as never) ? CREATED : status,
  body: present(result as never),
})

/** Executes an operation for a request without a key. @param status the operation's usual one */
export const unkeyed = async <Body>(
  operation: KeyedOperation<Body>,
  status: number,
): Promise<{ status: number; body: Body }> => responseTo(operation, await operation.work(), status)
