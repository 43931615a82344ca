import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { problem, type ServiceName } from '@appointments/contracts'
import { readLikeOwner, wantsStrictHandling } from '@appointments/http'
import { keyedRequest, type ResponseCopies } from '@appointments/idempotency'
import type { Admission } from '../authentication/admission.ts'
import { clientOf, proofOf, type BasicClient } from '../authentication/basic-credentials.ts'
import type { Visitor, Visitors } from '../authentication/visitors.ts'
import { pathTemplate, type RoutedOperation } from '../http/bind-routes.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import { addressOf, askerOf, partyOf } from '../limits/asker.ts'
import type { RateLimit, RateLimits } from '../limits/rate-limits.ts'
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
  /** Connections of their own for operations that wait for a third party, so that no other requests wait with them. */
  thirdPartyUpstreams: Readonly<Record<'appointments' | 'notifications', Upstream>>
  /** The appointments service, for reads by id. */
  readsTogether: ReturnType<typeof readsTogether>
  admission: Admission
  visitors: Visitors
  limits: RateLimits
  book: BookWithPassword
  basicClients: () => readonly BasicClient[]
  copies: ResponseCopies
  /** Deletes what the gateway holds about an appointment that was removed. */
  eraseTraces: (appointmentId: string) => Promise<void>
  /** How long a request may take in all. */
  deadlineMs: number
}

/** Serves an operation of another service: finds out who calls, counts, and passes the request on to its owner. */
export const proxiedOperation =
  (deps: ProxyDeps) =>
  ({ api, id, operation }: RoutedOperation): RequestHandler => {
    const { upstreams, admission, visitors, limits, book, basicClients, copies, eraseTraces, deadlineMs } =
      deps
    const name = `${api.name}.${id}`
    const { access, owner } = operation
    if (owner === 'gateway') throw new Error(`${name} is answered by the gateway itself`)
    const lane = operation.waitsForThirdParty ? thirdPartyUpstreamOf(deps, operation) : upstreams[owner]
    const upstream = operation.batched ? deps.readsTogether(api) : lane
    const isRead = operation.method === 'GET'
    const pathOf = pathsOf({ api, operation })

    /** The service's answer, or the copy of the one to the same request. */
    const answerTo = async (request: Request, visitor: Visitor, deadline: Deadline): Promise<Answer> => {
      const path = pathOf(request)
      const { internalToken } = visitor
      const idempotencyKey = idempotencyKeyOf(operation, request)
      checkLength(request)
      const body = await bodyOf(request, deadline)
      const repeatable = isRead || idempotencyKey !== undefined
      const party = partyOf(request, visitor)
      const ask = async () => {
        const answer = await forward(upstream, request, {
          path,
          internalToken,
          body,
          party,
          repeatable,
          deadline,
        })
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
      const read = idempotencyKey === undefined ? undefined : readLikeOwner(path, body)
      if (idempotencyKey === undefined || read === undefined) return ask()

      const keyed = keyedRequest({ key: idempotencyKey, caller: visitor.caller, operation: name, ...read })
      // only the service knows whether the request of a copy was handled strictly
      const copy = wantsStrictHandling(request) ? undefined : await copies.find(keyed)
      if (copy) return copy
      const answer = await ask()
      if (answer.mayBeCopied) await copies.keep(keyed, answer, answer.appointmentId)
      return answer
    }

    /** Counts a request by whoever has credentials, else by address. */
    const count = (
      request: Request,
      response: Response,
      { countedBy }: Visitor,
      withoutCredentials: RateLimit,
    ) =>
      countedBy === undefined
        ? withoutCredentials(request, response, addressOf(request))
        : limits.perCaller(request, response, countedBy)

    /** Lets the visitor in by what the operation asks for, counts, and gets the answer. */
    const serve = async (request: Request, response: Response, deadline: Deadline): Promise<Answer> => {
      if (access === 'otp') {
        const clientId = clientOf(request, basicClients())
        const visitor = clientId === undefined ? visitors.anonymous() : visitors.asClient(clientId)
        await count(request, response, visitor, limits.basic)
        const proof = { ...proofOf(request, clientId), asker: askerOf(request, visitor) }
        return book(proof, bookingOf(name, request), (contact, password) =>
          answerTo(request, visitors.withContact({ contact, password, clientId }), deadline),
        )
      }
      if (access === 'open') {
        const visitor = await admission.open(request)
        await count(request, response, visitor, limits.perAddress)
        return answerTo(request, visitor, deadline)
      }
      if (access === 'internal') throw new Error(`${name} is internal`)
      const visitor = await admission.withRole(request, access.roles)
      await count(request, response, visitor, limits.perAddress)
      return answerTo(request, visitor, deadline)
    }

    return async (request, response) => {
      // identifying callers only to refuse them would take time from those who are served
      lane.requireCapacity(operation.method)
      const deadline = startDeadline(deadlineMs)
      // a read that nobody waits for ends; a write goes on, so that its outcome is known
      if (isRead) response.once('close', () => response.writableFinished || deadline.cancel())
      try {
        const answer = await serve(request, response, deadline)
        if (operation.erases && answer.status < 300) await eraseTraces(String(request.params.id))
        // an older release of a service knows no preferences, and so applied none
        if (answer.headers['preference-applied'] === undefined) response.removeHeader('Preference-Applied')
        sendAnswer(response, answer)
      } finally {
        deadline.end()
      }
    }
  }

function thirdPartyUpstreamOf(
  { thirdPartyUpstreams }: ProxyDeps,
  { owner, path }: RoutedOperation['operation'],
): Upstream {
  if (owner === 'appointments' || owner === 'notifications') return thirdPartyUpstreams[owner]
  throw new Error(`${owner} has no lane for ${path}`)
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
