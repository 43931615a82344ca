import type { Request, RequestHandler } from 'express'
import type { z } from 'zod'
import {
  holdsLink,
  instant,
  ONE_OFF_MESSAGE,
  problem,
  securityOperations,
  type OneOffMessage,
  type otpIssued,
  type otpRequest,
} from '@appointments/contracts'
import { parseRequest } from '@appointments/http'
import { keyedRequest, type KeyedRequest, type ResponseCopies } from '@appointments/idempotency'
import type { Broker } from '@appointments/broker'
import { currentTraceparent, newId, type Clock, type Log } from '@appointments/runtime'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import { visitorOf } from '../http/visitor.ts'
import { askerOf, type Asker } from '../limits/asker.ts'
import type { Guesses } from '../otp/guesses.ts'
import type { Passwords } from '../otp/passwords.ts'
import { RESEND_AFTER_MS, type SendingLimits } from '../otp/sending-limits.ts'
import type { CompletePhone } from './complete-phone.ts'
import { sendAnswer } from '../proxy/answer.ts'

interface Deps {
  responses: ResponseCopies
  passwords: Passwords
  sendingLimits: SendingLimits
  guesses: Guesses
  completePhone: CompletePhone
  broker: Pick<Broker, 'publish'>
  clock: Clock
  log: Log
}

/** Sends a one-time password. The answer is the same whether or not anybody is known at the address. */
export const requestOtp = (deps: Deps): RequestHandler => {
  const { responses, passwords, sendingLimits, guesses, completePhone, broker, clock, log } = deps

  const issue = async (
    request: Request,
    asker: Asker,
    asked: z.output<typeof otpRequest>,
  ): Promise<z.input<typeof otpIssued>> => {
    if (asker.kind !== 'client') refuseLinks(asked)
    const to = asked.channel === 'SMS' ? await completePhone(asked.applicationId, asked.to) : asked.to
    // a number that no region completes is counted however it is written, and responded to like any other
    const wanted = { ...asked, to: to ?? asked.to.replaceAll(/\D/g, '') }
    const destination = passwords.destinationOf(wanted)
    await guesses.requireUnlocked(destination)
    await sendingLimits.count(asker, wanted.applicationId, destination)
    const { id, code, expiresAt } = await passwords.issue(wanted)
    const now = clock.now().getTime()
    const issued = { id, expiresAt: instant(expiresAt), resendAfter: instant(now + RESEND_AFTER_MS) }
    if (to === undefined) {
      const { applicationId } = wanted
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
        detail: 'The one-time password cannot be sent at the moment; ask for it again later.',
        retryAfter: 5,
      })
    }
    return issued
  }

  return async (request, response) => {
    // first of all, because strict handling concerns repeats too
    const wanted = parseRequest(securityOperations.requestOtp, request).body
    const asker = askerOf(request, visitorOf(response))
    const keyed = keyedBy(asker, request)
    const kept = keyed && (await responses.find(keyed))
    if (kept) {
      sendAnswer(response, kept)
      return
    }
    const body = Buffer.from(JSON.stringify(await issue(request, asker, wanted)))
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const answer = { status: securityOperations.requestOtp.status, headers, body }
    if (keyed) await responses.keep(keyed, answer)
    sendAnswer(response, answer)
  }
}

/** A stranger chooses who gets the message, so what it chooses to have written there leads nowhere. */
function refuseLinks({ customName }: z.output<typeof otpRequest>): void {
  if (customName == null || !holdsLink(customName)) return
  throw problem('VALIDATION_FAILED', {
    detail: 'One fault was found',
    errors: [
      {
        pointer: '/customName',
        code: 'LINK_NOT_ALLOWED',
        message: 'must not hold a link or an address',
      },
    ],
  })
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

/** A caller without credentials is identified by its address. */
function keyedBy({ key: clientId }: Asker, request: Request): KeyedRequest | undefined {
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
