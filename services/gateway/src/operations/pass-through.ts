import type { OutgoingHttpHeaders } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { problem } from '@appointments/contracts'
import { addressOf } from '../limits/requester.ts'
import { sendResponse } from '../proxy/response.ts'
import { bodyOf, checkLength } from '../proxy/body.ts'
import { arrivedAt } from '../capacity/entrance.ts'
import { startDeadline } from '../proxy/deadline.ts'
import { forward } from '../proxy/forward.ts'
import type { Upstream } from '../proxy/upstream.ts'

const METHODS = ['GET', 'HEAD', 'POST']

type AdaptHeaders = (
  request: Request,
  response: Response,
  headers: OutgoingHttpHeaders,
) => OutgoingHttpHeaders

interface PassThroughOptions {
  to: Upstream
  deadlineMs: number
  /** Whether the service gets the Host header of the request. */
  keepsHost?: boolean
  /** Whether the service gets the cookies of the request. */
  keepsCookies?: boolean
  /** Changes the headers of the service's response. */
  adaptHeaders?: AdaptHeaders
}

/**
 * Forwards a request to a service with its path and body unchanged. It is not authenticated here: the service checks
 * the signature or the ticket in it.
 */
export const passThrough =
  ({
    to,
    deadlineMs,
    keepsHost = false,
    keepsCookies = false,
    adaptHeaders,
  }: PassThroughOptions): RequestHandler =>
  async (request, response) => {
    const { method, originalUrl: path } = request
    if (!METHODS.includes(method)) {
      response.setHeader('Allow', METHODS.join(', '))
      throw problem('METHOD_NOT_ALLOWED')
    }
    checkLength(request)
    const deadline = startDeadline(deadlineMs, arrivedAt(request))
    try {
      const body = await bodyOf(request, deadline)
      const repeatable = method !== 'POST'
      const party = { organization: '', caller: addressOf(request) }
      const forwarding = { path, body, party, repeatable, deadline, keepsHost, keepsCookies }
      const result = await forward(to, request, forwarding)
      const { headers } = result
      sendResponse(response, {
        ...result,
        headers: adaptHeaders ? adaptHeaders(request, response, headers) : headers,
      })
    } finally {
      deadline.end()
    }
  }
