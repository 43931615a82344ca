import {
  internal,
  internalOperations,
  type InternalRequest,
  type InternalResponse,
} from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import type { Visitors } from '../authentication/visitors.ts'
import type { Party } from '../capacity/turns.ts'
import { isProblemType } from '../http/problem-type.ts'
import { startDeadline } from './deadline.ts'
import type { Upstream } from './upstream.ts'

/** Internal operations that the gateway calls itself. */
type Callable = 'resolveTicket' | 'completePhone' | 'readOtpAllowance' | 'readAllowedOrigins'

interface CallResult<Id extends Callable> {
  status: number
  /** Present if the status is 200. */
  body?: InternalResponse<Id>
  /** The body of a problem. */
  rejection?: Readonly<Record<string, unknown>>
}

interface Deps {
  upstreams: Readonly<Record<(typeof internalOperations)[Callable]['owner'], Upstream>>
  visitors: Visitors
  /** How long a service may take to respond. */
  deadlineMs: number
}

/**
 * Calls an internal operation of a service. All of them are reads, so a call without a response is retried.
 * @param party whom the call counts for while it waits for its turn; the gateway itself by default
 * @throws UpstreamFailure if there is no response
 */
export const callService =
  ({ upstreams, visitors, deadlineMs }: Deps) =>
  async <Id extends Callable>(id: Id, body: InternalRequest<Id>, party?: Party): Promise<CallResult<Id>> => {
    const { owner, method, path, response: schema } = internalOperations[id]
    const deadline = startDeadline(deadlineMs)
    try {
      const response = await upstreams[owner].send({
        method,
        kind: 'read',
        operation: id,
        ...(party && { party }),
        path: internal.base + path,
        headers: {
          'content-type': 'application/json',
          [CALLER_HEADER]: visitors.anonymous().internalToken,
        },
        body: Buffer.from(JSON.stringify(body)),
        repeatable: true,
        deadline,
      })
      const { status } = response
      if (status !== 200 && !isProblemType(response.headers['content-type'])) return { status }
      const text: unknown = JSON.parse(response.body.toString())
      if (status !== 200) return { status, rejection: text as Readonly<Record<string, unknown>> }
      return { status, body: schema.parse(text) as InternalResponse<Id> }
    } finally {
      deadline.end()
    }
  }
export type CallService = ReturnType<typeof callService>
