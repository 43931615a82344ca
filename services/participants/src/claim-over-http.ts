import { Problem, problem, problems, type InternalRequest, type ProblemCode } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal, CallRejected } from '@appointments/http'
import type { ClaimMember, ClaimSlot } from './use-cases/deps.ts'

const LIMIT_MS = 2000

/**
 * Claims time at the appointments service, the only service that can rule out double booking.
 * @throws Problem SLOT_TAKEN with the appointments that overlap, OUTSIDE_AVAILABILITY with the reasons
 * @throws Problem UNAVAILABLE if the service does not respond: no assignment is better than a double booking
 */
export function claimsOverHttp(
  appointmentsUrl: string,
  tokens: InternalTokens,
): { claimSlot: ClaimSlot; claimMember: ClaimMember } {
  const claim = <Id extends 'claimSlot' | 'claimMember'>(id: Id, body: InternalRequest<Id>) =>
    callInternal(id, { url: appointmentsUrl, tokens, body, limitMs: LIMIT_MS }).catch((error: unknown) => {
      throw rejectionOf(error instanceof CallRejected ? error.body : undefined)
    })
  return {
    claimSlot: (wanted) => claim('claimSlot', wanted),
    claimMember: (wanted) => claim('claimMember', wanted),
  }
}

interface Rejection {
  code?: string
  detail?: string
  blocking?: unknown
  reasons?: unknown
  state?: unknown
}

/** The problem in a response of the other service. Any other response means that the service is unavailable. */
function rejectionOf(body: unknown): Problem {
  const { code, detail, blocking, reasons, state } = (body ?? {}) as Rejection
  if (code === undefined || !(code in problems) || problems[code as ProblemCode].status >= 500) {
    return problem('UNAVAILABLE', {
      detail: 'Whether the agent is free cannot be checked at the moment; send the request again later.',
      retryAfter: 5,
      isPartial: true,
    })
  }
  return new Problem(code as ProblemCode, {
    ...(detail !== undefined && { detail }),
    ...(blocking !== undefined && { extensions: { blocking } }),
    ...(reasons !== undefined && { extensions: { reasons } }),
    ...(state !== undefined && { extensions: { state } }),
  })
}
