import type { Readable } from 'node:stream'
import type { Request, RequestHandler, Response } from 'express'
import { durationMs, problem } from '@appointments/contracts'
import type { Clock } from '@appointments/runtime'
import type { Admission } from '../authentication/admission.ts'
import type { Visitor } from '../authentication/visitors.ts'
import type { RoutedOperation } from '../http/bind-routes.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { partyOf } from '../limits/requester.ts'
import { arrivedAt } from '../capacity/entrance.ts'
import { startDeadline, type Deadline } from '../proxy/deadline.ts'
import { forward } from '../proxy/forward.ts'
import { sendResponse, type ProxiedResponse } from '../proxy/response.ts'
import type { Upstream } from '../proxy/upstream.ts'
import type { OpenStreams } from '../streams/open-streams.ts'
import { relayEvents } from '../streams/relay-events.ts'
import type { StreamUpstream } from '../streams/stream-upstream.ts'
import { pathsOf } from './paths.ts'

interface LastingDeps {
  /** Connections to the service that owns these operations. */
  upstream: StreamUpstream
  admission: Admission
  limits: RateLimits
  streams: OpenStreams
  /**
   * Time limit for a stream to begin, and for the work of a request. A request that waits has the time of its `wait` in
   * addition.
   */
  deadlineMs: number
  /** Aborts when the gateway stops. */
  closing: AbortSignal
  clock: Clock
}

/** The longest time that a request may wait. */
const MOST_WAIT_MS = 25_000

/**
 * Serves operations whose requests stay open: streams, and reads that wait. They take no turn, because they would hold
 * it for too long; their number is limited instead.
 * @param proxied serves requests that do not wait
 */
export const lastingOperation =
  (deps: LastingDeps, proxied: (routed: RoutedOperation) => RequestHandler) =>
  (routed: RoutedOperation): RequestHandler => {
    const { api, id, operation } = routed
    const { access } = operation
    if (typeof access === 'string') throw new Error(`${id} stays open, so its access must name roles`)
    const serveAtOnce = operation.stream ? undefined : proxied(routed)
    const pathOf = pathsOf(routed)
    const name = `${api.name}.${id}`

    const forwardTo = (
      upstream: Pick<Upstream, 'send'>,
      request: Request,
      visitor: Visitor,
      deadline: Deadline,
    ): Promise<ProxiedResponse> =>
      forward(upstream, request, {
        path: pathOf(request),
        internalToken: visitor.internalToken,
        body: undefined,
        operation: name,
        party: partyOf(request, visitor),
        repeatable: true,
        deadline,
      })

    const serve = async (request: Request, response: Response, visitor: Visitor): Promise<void> => {
      const deadline = startDeadline(
        deps.deadlineMs + (operation.stream ? 0 : waitOf(request)),
        arrivedAt(request),
      )
      response.once('close', deadline.cancel)
      try {
        if (!operation.stream) {
          // its client decides how long it waits
          response.locals.staysOpen = true
          const waited = forwardTo(deps.upstream, request, visitor, deadline)
          sendResponse(response, await unlessClosing(waited, deps.closing))
          return
        }
        const { result, body } = await open(request, visitor, deadline)
        deadline.end()
        if (!body) {
          sendResponse(response, result)
          return
        }
        response.writeHead(result.status, result.headers)
        const { expiresAt } = visitor
        const validMs = (expiresAt?.getTime() ?? Infinity) - deps.clock.now().getTime()
        await relayEvents(body, response, { validMs, closing: deps.closing })
      } finally {
        deadline.end()
      }
    }

    /** Opens a stream. If the response is not a stream, it has no body to relay. */
    const open = async (request: Request, visitor: Visitor, deadline: Deadline) => {
      let body: Readable | undefined
      const opening: Pick<Upstream, 'send'> = {
        async send(sent) {
          const opened = await deps.upstream.open(sent)
          body = opened.body
          return opened.response
        },
      }
      const result = await forwardTo(opening, request, visitor, deadline)
      return { result, body }
    }

    return async (request, response, next) => {
      if (serveAtOnce && waitOf(request) === 0) return serveAtOnce(request, response, next)
      if (deps.closing.aborted) throw problem('UNAVAILABLE', { retryAfter: 1 })
      const visitor = await deps.admission.withRole(request, access.roles)
      if (visitor.countedBy !== undefined) await deps.limits.perCaller(request, response, visitor.countedBy)
      // the response has closed already, so no later event would end the request
      if (response.destroyed) return
      const leave = deps.streams.enter(partyOf(request, visitor))
      try {
        await serve(request, response, visitor)
      } finally {
        leave()
      }
    }
  }

/**
 * The result of a wait.
 * @throws Problem UNAVAILABLE if the gateway stops during the wait; a client that retries misses nothing
 */
const unlessClosing = <Result>(waited: Promise<Result>, closing: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(problem('UNAVAILABLE', { retryAfter: 1 }))
    closing.addEventListener('abort', giveUp)
    void waited.then(resolve, reject).finally(() => closing.removeEventListener('abort', giveUp))
  })

/** How long a request wants to wait; 0 if its `wait` is missing or invalid. */
function waitOf({ query }: Request): number {
  const { wait } = query
  return typeof wait === 'string' ? Math.min(durationMs(wait) ?? 0, MOST_WAIT_MS) : 0
}
