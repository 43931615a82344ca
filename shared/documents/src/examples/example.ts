import type { OperationTable } from '@appointments/contracts'
import type { z } from 'zod'

/** A request body and its response. */
export interface Example {
  body?: unknown
  response?: unknown
}

type Sent<Op> = Op extends { body: infer S extends z.ZodType } ? { body: z.input<S> } : { body?: never }
type Returned<Op> = Op extends { response: infer S extends z.ZodType }
  ? { response: z.input<S> }
  : { response?: never }

/** An example for every operation of a table; a missing one does not compile. */
export type Examples<Table extends OperationTable> = {
  [Id in keyof Table]: Sent<Table[Id]> & Returned<Table[Id]>
}
