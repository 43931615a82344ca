import type { z } from 'zod'
import { internal, internalOperations } from '@appointments/contracts'
import { CALLER_HEADER } from '@appointments/credentials'
import type { Visitors } from '../authentication/visitors.ts'
import { startDeadline } from './deadline.ts'
import type { Upstream } from './upstream.ts'

/** Internal operations that the gateway asks for on its own account. */
type Asked = 'resolveTicket' | 'viewRoom' | 'completePhone' | 'readOtpAllowance'
type Operations = typeof internalOperations

interface Reply<Id extends Asked> {
  status: number
  /** Present if the status is 200. */
  answer?: z.output<Operations[Id]['answer']>
}

interface Deps {
  upstreams: Readonly<Record<Operations[Asked]['owner'], Upstream>>
  visitors: Visitors
  /** How long a service may take to respond. */
  deadlineMs: number
}

/**
 * Asks the owner of an internal operation for it. All of them are reads, so a call that gets no response is repeated.
 * @throws Unanswered if no response comes
 */
export const askService =
  ({ upstreams, visitors, deadlineMs }: Deps) =>
  async <Id extends Asked>(id: Id, body: z.input<Operations[Id]['body']>): Promise<Reply<Id>> => {
    const { owner, method, path, answer } = internalOperations[id]
    const deadline = startDeadline(deadlineMs)
    try {
      const response = await upstreams[owner].send({
        method,
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
      if (status !== 200) return { status }
      const text: unknown = JSON.parse(response.body.toString())
      return { status, answer: answer.parse(text) as z.output<Operations[Id]['answer']> }
    } finally {
      deadline.end()
    }
  }
export type AskService = ReturnType<typeof askService>
