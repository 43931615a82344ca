import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { problem, type ServiceName } from '@appointments/contracts'
import { readLikeOwner, wantsStrictHandling } from '@appointments/http'
import { keyedRequest, type ResponseCopies } from '@appointments/idempotency'
import { requireBearer, type Admission } from '../authentication/admission.ts'
import type { BasicClient } from '../authentication/basic-client.ts'
import { clientOf, proofOf } from '../authentication/basic-credentials.ts'
import type { Visitor, Visitors } from '../authentication/visitors.ts'
import type { WithoutToken } from '../authentication/without-token.ts'
import type { RoutedOperation } from '../http/bind-routes.ts'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import { addressOf, requesterOf, partyOf } from '../limits/requester.ts'
import type { RateLimit, RateLimits } from '../limits/rate-limits.ts'
import type { RequireOrigin } from '../origins/origin-check.ts'
import type { BookWithPassword } from '../otp/book-with-password.ts'
import { sendResponse, type ProxiedResponse } from '../proxy/response.ts'
import { bodyOf, checkLength } from '../proxy/body.ts'
import { arrivedAt } from '../capacity/entrance.ts'
import { startDeadline, type Deadline } from '../proxy/deadline.ts'
import { forward } from '../proxy/forward.ts'
import type { readsTogether } from '../proxy/reads-together.ts'
import { requireUnknown } from '../proxy/require-unknown.ts'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { pathsOf } from './paths.ts'

export interface ProxyDeps {
  upstreams: Readonly<Record<Exclude<ServiceName, 'gateway'>, Upstream>>
  /** Separate connections for operations that wait for a third party, so that they do not delay other requests. */
  thirdPartyUpstreams: Readonly<Record<'appointments' | 'notifications', Upstream>>
  /** Combines reads by id for the appointments service. */
  readsTogether: ReturnType<typeof readsTogether>
  admission: Admission
  visitors: Visitors
  withoutToken: WithoutToken
  limits: RateLimits
  requireOrigin: RequireOrigin
  book: BookWithPassword
  basicClients: () => readonly BasicClient[]
  copies: ResponseCopies
  /** Deletes the gateway's stored data about an appointment if it or a participant was removed, or may have been. */
  eraseStored: (appointmentId: string, removal: { isGone: boolean }) => Promise<void>
  /** Time limit of a request, in total. */
  deadlineMs: number
}

const UNREADABLE =
  'The gateway cannot read the body, so it does not know whether the application allows the origin of the page that sent the request.'

/** Serves an operation of another service: authenticates the caller, applies rate limits, and forwards the request. */
export const proxiedOperation =
  (deps: ProxyDeps) =>
  ({ api, id, operation }: RoutedOperation): RequestHandler => {
    const {
      upstreams,
      admission,
      visitors,
      withoutToken,
      limits,
      requireOrigin,
      book,
      basicClients,
      copies,
      eraseStored,
      deadlineMs,
    } = deps
    const name = `${api.name}.${id}`
    const { access, owner } = operation
    if (owner === 'gateway') throw new Error(`${name} is an operation of the gateway itself`)
    const lane = operation.waitsForThirdParty ? thirdPartyUpstreamOf(deps, operation) : upstreams[owner]
    const upstream = operation.batched ? deps.readsTogether(api) : lane
    const isRead = operation.method === 'GET' || operation.isRead === true
    const kind = isRead ? 'read' : 'write'
    const isGone = operation.erases === true
    const isRemoval = isGone || operation.erasesParticipant === true
    const pathOf = pathsOf({ api, operation })

    /** The service's response, or the copy of its response to the same keyed request. */
    const respondTo = async (
      request: Request,
      visitor: Visitor,
      deadline: Deadline,
    ): Promise<ProxiedResponse> => {
      const path = pathOf(request)
      const { internalToken } = visitor
      const party = partyOf(request, visitor)
      // before the body is read and compared, because work for a request that is shed slows those that are served
      upstream.requireCapacity({ method: operation.method, kind }, party)
      const idempotencyKey = idempotencyKeyOf(operation, request)
      checkLength(request)
      const body = await bodyOf(request, deadline)
      const repeatable = isRead || idempotencyKey !== undefined
      const send = async () => {
        const response = await forward(upstream, request, {
          path,
          internalToken,
          body,
          operation: name,
          kind,
          party,
          repeatable,
          deadline,
        })
        const { status, appointmentId } = response
        if (status === 404 && appointmentId !== undefined && owner !== 'appointments')
          await requireUnknown({
            owner: upstreams.appointments,
            path: `${api.base}/${encodeURIComponent(appointmentId)}`,
            internalToken,
            deadline,
          })
        return response
      }
      const read = idempotencyKey === undefined ? undefined : readLikeOwner(path, body)
      if (idempotencyKey === undefined || read === undefined) return send()

      const keyed = keyedRequest({ key: idempotencyKey, caller: visitor.caller, operation: name, ...read })
      // a copy does not show whether its request was handled strictly, so only the service can replay it
      const copy = wantsStrictHandling(request) ? undefined : await copies.find(keyed)
      if (copy) return copy
      const response = await send()
      if (response.mayBeCopied) await copies.keep(keyed, response, response.appointmentId)
      return response
    }

    /** Rejects the request of a page that the application in the request does not allow, or whose body is unreadable. */
    const checkOrigin = async (request: Request, deadline: Deadline): Promise<void> => {
      if (!operation.checksOrigin) return
      await requireOrigin(request, async () => {
        checkLength(request)
        const read = readLikeOwner(pathOf(request), await bodyOf(request, deadline))
        // the service may accept a body that the gateway cannot read
        if (!read) throw problem('ORIGIN_NOT_ALLOWED', UNREADABLE)
        const holder = operation.method === 'GET' ? read.query : read.body
        return (holder as { applicationId?: unknown } | null | undefined)?.applicationId
      })
    }

    /** Counts a request by its credentials, otherwise by address. */
    const count = (
      request: Request,
      response: Response,
      { countedBy }: Visitor,
      withoutCredentials: RateLimit,
    ) =>
      countedBy === undefined
        ? withoutCredentials(request, response, addressOf(request))
        : limits.perCaller(request, response, countedBy)

    /** Authenticates the caller as the operation requires, applies the rate limit, and gets the response. */
    const serve = async (
      request: Request,
      response: Response,
      deadline: Deadline,
    ): Promise<ProxiedResponse> => {
      if (access === 'otp') {
        const client = clientOf(request, basicClients())
        const visitor = client ? visitors.asClient(client) : visitors.anonymous()
        await count(request, response, visitor, limits.basic)
        await checkOrigin(request, deadline)
        const proof = { ...proofOf(request, client), requester: requesterOf(request, visitor) }
        return book(proof, bookingOf(name, request), (contact, password) =>
          respondTo(request, visitors.withContact({ contact, password, client }), deadline),
        )
      }
      if (access === 'open') {
        const visitor = await admission.open(request)
        await count(request, response, visitor, limits.perAddress)
        return respondTo(request, visitor, deadline)
      }
      if (access === 'internal') throw new Error(`${name} is internal`)
      if (access.withoutToken && admission.hasNoCredentials(request)) {
        await limits[access.withoutToken](request, response, addressOf(request))
        await checkOrigin(request, deadline)
        const isMaker = access.withoutToken === 'holds'
        const visitor = isMaker ? await withoutToken(request) : visitors.anonymous()
        const result = await respondTo(request, visitor, deadline)
        // the service requires a token; the response says how to send one
        if (result.status === 401) requireBearer(request)
        return result
      }
      const visitor = await admission.withRole(request, access.roles)
      await count(request, response, visitor, limits.perAddress)
      await checkOrigin(request, deadline)
      return respondTo(request, visitor, deadline)
    }

    /**
     * Serves a removal, and deletes what the gateway stores about the appointment. It does so even if the response is
     * lost, because a retry would get a 404. A 404 deletes nothing, because it may mean that the caller is not allowed
     * to see the appointment.
     */
    const serveRemoval: typeof serve = async (request, response, deadline) => {
      const erase = () => eraseStored(String(request.params.id), { isGone })
      try {
        const result = await serve(request, response, deadline)
        if (result.status < 300) await erase()
        return result
      } catch (error) {
        // if nothing was removed, only replays are lost
        if (error instanceof UpstreamFailure && error.maybeExecuted) await erase()
        throw error
      }
    }

    return async (request, response) => {
      const deadline = startDeadline(deadlineMs, arrivedAt(request))
      // a read ends when its client disconnects; a write that has been sent continues, so that its outcome is known
      response.once('close', () => {
        if (!response.writableFinished) (isRead ? deadline.cancel : deadline.cancelUnlessSent)()
      })
      try {
        const result = await (isRemoval ? serveRemoval : serve)(request, response, deadline)
        sendResponse(response, result)
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

/** Identifies a booking by its idempotency key; without a key, no other request counts as the same booking. */
function bookingOf(operation: string, request: Request): string | undefined {
  const key = request.get('idempotency-key')
  if (key === undefined) return undefined
  return createHash('sha256').update(`${operation}/${key}`).digest('base64url')
}
