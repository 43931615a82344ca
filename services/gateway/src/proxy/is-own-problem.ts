import { z } from 'zod'
import {
  problem,
  problems,
  problemType,
  type ProblemCode,
  type UnauthorizedReason,
} from '@appointments/contracts'
import type { UpstreamResponse } from './exchange.ts'
import { UpstreamFailure } from './upstream-failure.ts'

/** A problem document as the services of this system write it, without further members. */
const ownProblem = z
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

const isOwnProblem = ({ status, body }: UpstreamResponse) => {
  const { data } = ownProblem.safeParse(readJson(body))
  return data?.status === status
}

/**
 * Whether a 401 rejects the client: a service rejects a used one-time password even if the key-value store has lost it,
 * and a request without a token if the application does not allow such requests.
 */
function rejectsClient({ body }: UpstreamResponse): boolean {
  const { code, reason } = (readJson(body) ?? {}) as { code?: unknown; reason?: unknown }
  return (
    code === ('OTP_INVALID' satisfies ProblemCode) ||
    reason === ('TOKEN_MISSING' satisfies UnauthorizedReason)
  )
}

/**
 * Hides responses that must not reach clients: an error that is not a problem document of this system, such as one of a
 * proxy or a framework, which may reveal internals; and a 401 that rejects the gateway rather than its client.
 * @throws UpstreamFailure, Problem INTERNAL_ERROR
 */
export function requireOwnProblem(response: UpstreamResponse): void {
  const { status } = response
  if (status === 401 && !rejectsClient(response))
    throw new UpstreamFailure(false, new Error('a service rejected the token of the gateway'))
  if (status < 500 || isOwnProblem(response)) return
  if (status === 500) throw problem('INTERNAL_ERROR')
  throw new UpstreamFailure(
    true,
    new Error(`a service responded ${status} without a problem document of this system`),
  )
}
