import type { Request, RequestHandler } from 'express'
import type { z } from 'zod'
import {
  instant,
  ONE_OFF_MESSAGE,
  problem,
  securityOperations,
  type OneOffMessage,
  type otpIssued,
  type otpRequest,
} from '@appointments/contracts'
import { parseRequest } from '@appointments/http'
import type { Broker } from '@appointments/messaging'
import { currentTraceparent, newId, type Clock, type Log } from '@appointments/runtime'
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts'
import type { KeptAnswers, KeyedRequest } from '../idempotency/kept-answers.ts'
import { addressOf } from '../limits/rate-limits.ts'
import type { Passwords } from '../otp/passwords.ts'
import { RESEND_AFTER_MS, type SendingLimits } from '../otp/sending-limits.ts'
import { sendAnswer } from '../proxy/answer.ts'

interface Deps {
  answers: KeptAnswers
  passwords: Passwords
  sendingLimits: SendingLimits
  broker: Pick<Broker, 'publish'>
  clock: Clock
  log: Log
}

/** Sends a one-time password. The answer is the same whether or not anybody is known at the address. */
export const requestOtp = (deps: Deps): RequestHandler => {
  const { answers, passwords, sendingLimits, broker, clock, log } = deps

  const issue = async (request: Request): Promise<z.input<typeof otpIssued>> => {
    const wanted = parseRequest(securityOperations.requestOtp, request).body
    const destination = passwords.destinationOf(wanted)
    await sendingLimits.count(addressOf(request), destination)
    const { id, code, expiresAt } = await passwords.issue(wanted)
    const now = clock.now().getTime()
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
      await Promise.all([passwords.withdraw(id), sendingLimits.giveBack(destination)])
      throw problem('UNAVAILABLE', { retryAfter: 5 })
    }
    return { id, expiresAt: instant(expiresAt), resendAfter: instant(now + RESEND_AFTER_MS) }
  }

  return async (request, response) => {
    const keyed = keyedRequest(request)
    const kept = keyed && (await answers.find(keyed))
    if (kept) {
      sendAnswer(response, kept)
      return
    }
    const body = Buffer.from(JSON.stringify(await issue(request)))
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const answer = { status: securityOperations.requestOtp.status, headers, body }
    if (keyed) await answers.keep(keyed, answer)
    sendAnswer(response, answer)
  }
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

/** A keyed request of somebody unknown is known again by its address. */
function keyedRequest(request: Request): KeyedRequest | undefined {
  const idempotencyKey = idempotencyKeyOf(request)
  if (idempotencyKey === undefined) return undefined
  const content = [JSON.stringify(request.body)]
  return { caller: addressOf(request), operation: 'requestOtp', idempotencyKey, content }
}
