import type { Request, RequestHandler } from 'express'
import type { z } from 'zod'
import {
  holdsLink,
  identifier,
  instant,
  ONE_OFF_MESSAGE,
  problem,
  securityOperations,
  type Fault,
  type OneOffMessage,
  type otpIssued,
  type otpRequest,
} from '@appointments/contracts'
import { parseRequest } from '@appointments/http'
import { keyedRequest, type KeyedRequest, type ResponseCopies } from '@appointments/idempotency'
import type { Broker } from '@appointments/broker'
import { currentTraceparent, newId, type Clock, type Log } from '@appointments/runtime'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import type { Visitor } from '../authentication/visitors.ts'
import { visitorOf } from '../http/visitor.ts'
import { asStranger, partyOf, requesterOf, type Requester } from '../limits/requester.ts'
import type { Guesses } from '../otp/guesses.ts'
import type { Allowance, OtpAllowances } from '../otp/otp-allowances.ts'
import type { Passwords } from '../otp/passwords.ts'
import type { RequireOrigin } from '../origins/origin-check.ts'
import { RESEND_AFTER_MS, type SendingLimits } from '../otp/sending-limits.ts'
import type { CompletePhone } from './complete-phone.ts'
import { sendResponse } from '../proxy/response.ts'

interface Deps {
  responses: ResponseCopies
  passwords: Passwords
  sendingLimits: SendingLimits
  guesses: Guesses
  allowanceOf: OtpAllowances
  requireOrigin: RequireOrigin
  completePhone: CompletePhone
  broker: Pick<Broker, 'publish'>
  clock: Clock
  log: Log
}

interface Identified {
  requester: Requester
  /** Present only if the requester is a client that vouches for the application. */
  allowance?: Allowance
}

/** Sends a one-time password. The response does not reveal whether the address belongs to a known customer. */
export const requestOtp = (deps: Deps): RequestHandler => {
  const { responses, passwords, sendingLimits, guesses, allowanceOf, requireOrigin, completePhone } = deps
  const { broker, clock, log } = deps

  /**
   * Whom the request counts against. A client vouches for applications of its own organization only; for any other it
   * counts like anyone else.
   */
  const identify = async (request: Request, visitor: Visitor): Promise<Identified> => {
    const requester = requesterOf(request, visitor)
    const { applicationId } = (request.body ?? {}) as { applicationId?: unknown }
    const named = identifier.safeParse(applicationId)
    // without a valid id, the request is rejected in any case
    if (!requester.isClient || !named.success) return { requester }
    const allowance = await allowanceOf(named.data, visitor.caller.organizationId)
    return allowance.isForeign ? { requester: asStranger(request, requester) } : { requester, allowance }
  }

  const issue = async (
    request: Request,
    visitor: Visitor,
    { requester, allowance }: Identified,
    requested: z.output<typeof otpRequest>,
  ): Promise<z.input<typeof otpIssued>> => {
    const { applicationId } = requested
    const to =
      requested.channel === 'SMS'
        ? await completePhone(applicationId, requested.to, partyOf(request, visitor))
        : requested.to
    // an incomplete number counts the same in every spelling, and gets the same response as any other number
    const wanted = { ...requested, to: to ?? requested.to.replaceAll(/\D/g, '') }
    const destination = passwords.destinationOf(wanted)
    await guesses.requireUnlocked(destination)
    await sendingLimits.count(requester, allowance, destination)
    const { id, code, expiresAt } = await passwords.issue(wanted)
    const now = clock.now().getTime()
    const issued = { id, expiresAt: instant(expiresAt), resendAfter: instant(now + RESEND_AFTER_MS) }
    if (to === undefined) {
      log.info({ applicationId }, 'a one-time password was not sent: its number has no country code')
      return issued
    }
    const traceparent = currentTraceparent()
    try {
      await broker.publish({
        id: newId(),
        type: ONE_OFF_MESSAGE,
        key: id,
        body: messageOf(wanted, code, expiresAt),
        headers: traceparent === undefined ? {} : { traceparent },
        expiresInMs: expiresAt - now,
      })
    } catch (error) {
      log.warn({ err: error }, 'a one-time password could not be sent')
      await Promise.all([passwords.withdraw(id), sendingLimits.undo(destination)])
      throw problem('UNAVAILABLE', {
        detail: 'The one-time password cannot be sent at the moment; request it again later.',
        retryAfter: 5,
      })
    }
    return issued
  }

  return async (request, response) => {
    const visitor = visitorOf(response)
    const identified = await identify(request, visitor)
    const { requester } = identified
    const links = requester.isClient ? [] : linkFaults(request.body)
    // before a replay, because strict handling applies to retries too
    const wanted = parseRequest(securityOperations.requestOtp, request, links).body
    await requireOrigin(request, () => wanted.applicationId)
    const keyed = keyedBy(requester, request)
    const kept = keyed && (await responses.find(keyed))
    if (kept) {
      sendResponse(response, kept)
      return
    }
    const body = Buffer.from(JSON.stringify(await issue(request, visitor, identified, wanted)))
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const issued = { status: securityOperations.requestOtp.status, headers, body }
    if (keyed) await responses.keep(keyed, issued)
    sendResponse(response, issued)
  }
}

/** A caller without client credentials chooses the recipient, so the name in the message must not contain a link. */
function linkFaults(body: unknown): Fault[] {
  const { customName } = (body ?? {}) as { customName?: unknown }
  if (typeof customName !== 'string' || !holdsLink(customName)) return []
  return [
    { pointer: '/customName', code: 'LINK_NOT_ALLOWED', message: 'must not contain a link or an address' },
  ]
}

const messageOf = (
  { applicationId, channel, to, locale, customName }: z.output<typeof otpRequest>,
  code: string,
  expiresAt: number,
): OneOffMessage => ({
  kind: 'OTP',
  applicationId,
  channel,
  to,
  code,
  expiresAt: instant(expiresAt),
  ...(locale != null && { locale }),
  ...(customName != null && { customName }),
})

/** The request by its idempotency key, if it has one; a caller without credentials is identified by its address. */
function keyedBy({ key: clientId }: Requester, request: Request): KeyedRequest | undefined {
  const key = idempotencyKeyOf(securityOperations.requestOtp, request)
  if (key === undefined) return undefined
  const { path } = securityOperations.requestOtp
  const body: unknown = request.body
  return keyedRequest({
    key,
    caller: { roles: [], clientId },
    operation: 'requestOtp',
    path,
    query: {},
    body,
  })
}
