import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { problem, type ServiceName } from '@appointments/contracts'
import type { Admission } from '../authentication/admission.ts'
import { proofOf, type BasicClient } from '../authentication/basic-credentials.ts'
import type { Visitor, Visitors } from '../authentication/visitors.ts'
import { pathTemplate, type RoutedOperation } from '../http/bind-routes.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import { stands, type KeptAnswers } from '../idempotency/kept-answers.ts'
import type { Traces } from '../idempotency/traces.ts'
import { addressOf, type RateLimits } from '../limits/rate-limits.ts'
import type { BookWithPassword } from '../otp/book-with-password.ts'
import { sendAnswer, type Answer } from '../proxy/answer.ts'
import { bodyOf, checkLength } from '../proxy/body.ts'
import { startDeadline, type Deadline } from '../proxy/deadline.ts'
import { forward } from '../proxy/forward.ts'
import type { readsTogether } from '../proxy/reads-together.ts'
import { requireUnknown } from '../proxy/require-unknown.ts'
import type { Upstream } from '../proxy/upstream.ts'

export interface ProxyDeps {
  upstreams: Readonly<Record<Exclude<ServiceName, 'gateway'>, Upstream>>
  /** The appointments service, for reads by id. */
  readsTogether: ReturnType<typeof readsTogether>
  admission: Admission
  visitors: Visitors
  limits: RateLimits
  book: BookWithPassword
  basicClients: () => readonly BasicClient[]
  answers: KeptAnswers
  traces: Traces
  /** How long a request may take in all. */
  deadlineMs: number
}

/** Serves an operation of another service: finds out who calls, counts, and passes the request on to its owner. */
export const proxiedOperation =
  (deps: ProxyDeps) =>
  ({ api, id, operation }: RoutedOperation): RequestHandler => {
    const { upstreams, admission, visitors, limits, book, basicClients, answers, traces, deadlineMs } = deps
    const name = `${api.name}.${id}`
    const { access, owner } = operation
    if (owner === 'gateway') throw new Error(`${name} is answered by the gateway itself`)
    const upstream = id === 'getAppointment' ? deps.readsTogether(api) : upstreams[owner]
    const isRead = operation.method === 'GET'
    const pathOf = pathsOf({ api, operation })

    /** The service's answer, or the one kept of the same request. */
    const answerTo = async (request: Request, visitor: Visitor, deadline: Deadline): Promise<Answer> => {
      const path = pathOf(request)
      const { internalToken } = visitor
      const idempotencyKey = idempotencyKeyOf(request)
      checkLength(request)
      const body = await bodyOf(request, deadline)
      const repeatable = isRead || idempotencyKey !== undefined
      const ask = async () => {
        const answer = await forward(upstream, request, { path, internalToken, body, repeatable, deadline })
        const { status, appointmentId } = answer
        if (status === 404 && appointmentId !== undefined && owner !== 'appointments')
          await requireUnknown({
            owner: upstreams.appointments,
            path: `${api.base}/${encodeURIComponent(appointmentId)}`,
            internalToken,
            deadline,
          })
        return answer
      }
      if (idempotencyKey === undefined) return ask()

      const content = [path, body ?? '']
      const keyed = { caller: visitor.caller, operation: name, idempotencyKey, content }
      const kept = await answers.find(keyed)
      if (kept) return kept
      const answer = await ask()
      if (stands(answer)) await answers.keep(keyed, answer)
      return answer
    }

    /** Lets the visitor in by what the operation asks for, counts, and gets the answer. */
    const serve = async (request: Request, response: Response, deadline: Deadline): Promise<Answer> => {
      if (access === 'otp') {
        await limits.basic(request, response, addressOf(request))
        const proof = proofOf(request, basicClients())
        return book(proof, bookingOf(name, request), (contact) =>
          answerTo(request, visitors.withContact(contact), deadline),
        )
      }
      if (access === 'open') {
        const visitor = await admission.open(request)
        await limits.perAddress(request, response, addressOf(request))
        return answerTo(request, visitor, deadline)
      }
      if (access === 'internal') throw new Error(`${name} is internal`)
      const visitor = await admission.withRole(request, access.roles)
      await limits.perToken(request, response, visitor.tokenHash ?? '')
      return answerTo(request, visitor, deadline)
    }

    return async (request, response) => {
      // to find out who asks, only to say that nobody has time, takes time from those who are being answered
      upstreams[owner].requireRoom()
      const deadline = startDeadline(deadlineMs)
      // a read that nobody waits for ends; a write goes on, so that its outcome is known
      if (isRead) response.once('close', () => response.writableFinished || deadline.cancel())
      try {
        const answer = await serve(request, response, deadline)
        if (id === 'removeAppointment' && answer.status < 300) await traces.erase(String(request.params.id))
        sendAnswer(response, answer)
      } finally {
        deadline.end()
      }
    }
  }

/**
 * Writes the path of the matched operation anew, with its parameters and the query: the service matches what the gateway
 * did. A parameter that would make it the path of another operation, such as the id `c%6Funt`, leads nowhere.
 */
function pathsOf({ api, operation }: Pick<RoutedOperation, 'api' | 'operation'>) {
  const template = pathTemplate({ api, operation })
  const others = Object.values(api.operations).map((other) => pathTemplate({ api, operation: other }))
  const taken = new Set(others.filter((other) => other !== template))
  return (request: Request): string => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(request.params[name])),
    )
    if (taken.has(path)) throw problem('ROUTE_NOT_FOUND')
    const query = request.originalUrl.indexOf('?')
    return query < 0 ? path : path + request.originalUrl.slice(query)
  }
}

/** Names a booking by its key; without one no other request is the same booking. */
function bookingOf(operation: string, request: Request): string | undefined {
  const key = request.get('idempotency-key')
  if (key === undefined) return undefined
  return createHash('sha256').update(`${operation}/${key}`).digest('base64url')
}
