import type { Api, Caller, Operation } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import { answerOf, type Answer } from './answer.ts'
import { parseRequest, SUBJECT_HEADER, subjectOf, type Exchange, type Handler } from './bind.ts'
import { problemAnswer, refusalOf } from './problem-answer.ts'

interface ReadById<Op extends Operation> {
  api: Pick<Api, 'base'>
  operation: Op
  handler: Handler<Op>
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
  <Op extends Operation>({ api, operation, handler, callerOf, log }: ReadById<Op>) =>
  async ({ id, caller, requestId }: Asked): Promise<Answer> => {
    let exchange: Exchange<Op> | undefined
    try {
      const parts = { params: { id }, query: {}, body: undefined }
      exchange = { caller: callerOf(caller), ...parseRequest(operation, parts) }
      const work: Promise<unknown> = handler(exchange)
      return answerOf(operation, await work)
    } catch (error) {
      const instance = `${api.base}/${encodeURIComponent(id)}`
      const refused = problemAnswer(refusalOf(error, log), { instance, requestId })
      const subject = exchange && subjectOf(error, exchange)
      if (subject !== undefined) refused.headers[SUBJECT_HEADER] = subject
      return refused
    }
  }
