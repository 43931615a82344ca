import type { Api, Caller, Operation } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import type { PreparedResponse } from './prepared-response.ts'
import { responseOf } from './response.ts'
import { SUBJECT_HEADER, subjectOf } from './bind.ts'
import type { AnyHandler, Exchange } from './handler.ts'
import { parseRequest } from './parse-request.ts'
import { problemResponse, problemFor } from './problem-response.ts'

interface ReadById {
  api: Pick<Api, 'base'>
  operation: Operation
  handler: AnyHandler
  callerOf: (token: string) => Caller
  log: Log
}

/** A read that has no HTTP request. */
interface Read {
  id: string
  /** Token that identifies the caller. */
  caller: string
  requestId: string
}

/** Responds to a read by id as the route of its operation does; the promise never rejects. */
export const readById =
  ({ api, operation, handler, callerOf, log }: ReadById) =>
  async ({ id, caller, requestId }: Read): Promise<PreparedResponse> => {
    let exchange: Exchange<Operation> | undefined
    try {
      const parts = { params: { id }, query: {}, body: undefined }
      exchange = { caller: callerOf(caller), ...parseRequest(operation, parts) }
      return responseOf(operation, await handler(exchange))
    } catch (error) {
      const instance = `${api.base}/${encodeURIComponent(id)}`
      const response = problemResponse(problemFor(error, log), { instance, requestId })
      const subject = exchange && subjectOf(error, exchange)
      if (subject !== undefined) response.headers[SUBJECT_HEADER] = subject
      return response
    }
  }
