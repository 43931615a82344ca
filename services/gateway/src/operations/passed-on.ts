import type { RequestHandler } from 'express'
import { problem } from '@appointments/contracts'
import { addressOf } from '../limits/asker.ts'
import { sendAnswer } from '../proxy/answer.ts'
import { bodyOf, checkLength } from '../proxy/body.ts'
import { startDeadline } from '../proxy/deadline.ts'
import { forward } from '../proxy/forward.ts'
import type { Upstream } from '../proxy/upstream.ts'

const PASSED = ['GET', 'HEAD', 'POST']

interface PassingOn {
  to: Upstream
  deadlineMs: number
  /** Whether the service is told which host was asked for. */
  keepsHost?: boolean
}

/**
 * Hands a request over to a service as it is, with its path and its body. Nobody is admitted here: the service finds
 * out by what the request brings along, a signature or a ticket.
 */
export const passedOn =
  ({ to, deadlineMs, keepsHost = false }: PassingOn): RequestHandler =>
  async (request, response) => {
    const { method, originalUrl: path } = request
    if (!PASSED.includes(method)) {
      response.setHeader('Allow', PASSED.join(', '))
      throw problem('METHOD_NOT_ALLOWED')
    }
    checkLength(request)
    const deadline = startDeadline(deadlineMs)
    try {
      const body = await bodyOf(request, deadline)
      const repeatable = method !== 'POST'
      const party = { organization: '', caller: addressOf(request) }
      sendAnswer(response, await forward(to, request, { path, body, party, repeatable, deadline, keepsHost }))
    } finally {
      deadline.end()
    }
  }
