import type { Api, Caller, Operation } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import { answerOf, type Answer } from './answer.ts'
import { parseRequest, SUBJECT_HEADER, subjectOf, type AnyHandler, type Exchange } from './bind.ts'
import { problemAnswer, refusalOf } from './problem-answer.ts'

interface ReadById {
  api: Pick<Api, 'base'>
  operation: Operation
  handler: AnyHandler
  callerOf: (token: string) => Caller
  log: Log
}

/** A read that has no request of its own. */
interface Asked {
  id: string
  /** The token that says who asks. */
  caller: string
  requestId: string
}

/** Answers a read by id as the route of its operation does; never rejects. */
export const readById =
  ({ api, operation, handler, callerOf, log }: ReadById) =>
  async ({ id, caller, requestId }: Asked): Promise<Answer> => {
    let exchange: Exchange<Operation> | undefined
    try {
      const parts = { params: { id }, query: {}, body: undefined }
      exchange = { caller: callerOf(caller), ...parseRequest(operation, parts) }
      return answerOf(operation, await handler(exchange))
    } catch (error) {
      const instance = `${api.base}/${encodeURIComponent(id)}`
      const refused = problemAnswer(refusalOf(error, log), { instance, requestId })
      const subject = exchange && subjectOf(error, exchange)
      if (subject !== undefined) refused.headers[SUBJECT_HEADER] = subject
      return refused
    }
  }
