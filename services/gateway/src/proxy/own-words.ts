import { z } from 'zod'
import { problem, problems, problemType, type ProblemCode } from '@appointments/contracts'
import type { UpstreamAnswer } from './exchange.ts'
import { Unanswered } from './unanswered.ts'

/** What a service of this system says of its own failure, and nothing beside it. */
const ownFailure = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string(),
    code: z.string().refine((code) => code in problems),
    requestId: z.string(),
  })
  .refine(({ code, type }) => problemType(code as ProblemCode) === type)

const readJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

const isOwn = ({ status, body }: UpstreamAnswer) => {
  const { data } = ownFailure.safeParse(readJson(body))
  return data?.status === status
}

/** A service knows a one-time password that has booked, also when the key-value store does not. */
const refusesPassword = ({ body }: UpstreamAnswer) =>
  (readJson(body) as { code?: unknown } | undefined)?.code === ('OTP_INVALID' satisfies ProblemCode)

/**
 * Keeps from clients what is none of their business: a failure in words that are not this system's (of a proxy in
 * between, of a framework), which may show anything, and a 401, by which a service refuses the gateway and not them,
 * unless it is about a one-time password.
 * @throws Unanswered, Problem INTERNAL_ERROR
 */
export function requireOwnWords(answer: UpstreamAnswer): void {
  const { status } = answer
  if (status === 401 && !refusesPassword(answer))
    throw new Unanswered(false, new Error('a service refused the token of the gateway'))
  if (status < 500 || isOwn(answer)) return
  if (status === 500) throw problem('INTERNAL_ERROR')
  throw new Unanswered(true, new Error(`a service answered ${status} in words that are not its own`))
}
