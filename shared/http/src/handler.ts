import type {
  Api,
  Caller,
  Operation,
  OperationIdsOf,
  OperationTable,
  RequestOf,
  ResponseOf,
  ServiceName,
} from '@appointments/contracts'
import type { KeyedOperation } from '@appointments/idempotency'
import type { EventStream } from './event-stream.ts'

/** The condition that If-Match and If-None-Match state. */
export interface Condition {
  /** Versions listed in If-Match; absent if any version matches, empty if none does. */
  ifMatch?: number[]
  /** Whether the resource must exist, which any If-Match requires. */
  mustExist?: boolean
}

/** Additional input of the handler of an operation that may wait. */
interface Lasting {
  /** Aborts when the caller has disconnected. */
  signal: AbortSignal
}

/** Additional input of the handler of a stream. */
interface Resumed {
  /** The id of the last event that the client received, if it reconnects. */
  lastEventId?: string | undefined
}

/** A request as a handler gets it: the caller, the parsed parts, and If-Match if the operation takes it. */
export type Exchange<Op> = RequestOf<Op> & { caller: Caller } & (Op extends { takesIfMatch: true }
    ? Condition
    : unknown) &
  (Op extends { waits: true } ? Lasting : unknown) &
  (Op extends { stream: true } ? Resumed : unknown)

/** Begins to send the events of a stream. */
export type StartStream = (stream: EventStream) => void

/**
 * Returns the response body that the table declares. If the operation takes an idempotency key, the handler instead
 * returns a use case that ends in a keyed transaction; if the operation is a stream, a function that sends its events.
 */
export type Handler<Op> = (
  exchange: Exchange<Op>,
) => Op extends { takesKey: true }
  ? KeyedOperation<ResponseOf<Op>>
  : Promise<Op extends { stream: true } ? StartStream : ResponseOf<Op>>

/** A handler for every operation of one owner; a missing one does not compile. */
export type Handlers<Table extends OperationTable, Owner extends ServiceName> = {
  [Id in OperationIdsOf<Table, Owner>]: Handler<Table[Id]>
}

/** A handler of any operation; it returns a keyed use case if the operation takes an idempotency key. */
export type AnyHandler = (exchange: Exchange<Operation>) => KeyedOperation<unknown> | Promise<unknown>

/** The operations of one API that one service owns, each with its handler. */
export interface Served {
  api: Api
  owner: ServiceName
  handlers: Readonly<Record<string, AnyHandler>>
}

/** Pairs the operations that a service owns in an API with their handlers; a missing one does not compile. */
export const serve = <Table extends OperationTable, Owner extends ServiceName>(
  owner: Owner,
  api: Api<Table>,
  handlers: Handlers<Table, Owner>,
): Served => ({
  owner,
  api,
  // `run` adds the input that only some handlers get
  handlers: handlers as unknown as Served['handlers'],
})
