import { internalOperations, Problem, problem, problems, type ProblemCode } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { ClaimSlot } from './use-cases/deps.ts'

const LIMIT_MS = 2000

/**
 * Claims slots at the appointments service, the only service that can rule out double booking.
 * @throws Problem SLOT_TAKEN with the appointments that overlap
 * @throws Problem UNAVAILABLE if the service does not respond: no assignment is better than a double booking
 */
export function claimSlotOverHttp(appointmentsUrl: string, tokens: InternalTokens): ClaimSlot {
  return async (claim) => {
    const response = await callInternal(internalOperations.claimSlot, {
      url: appointmentsUrl,
      tokens,
      body: claim,
      limitMs: LIMIT_MS,
    }).catch(() => undefined)
    if (response?.status === 204) return
    throw refusalOf(await response?.json().catch(() => undefined))
  }
}

interface Refusal {
  code?: string
  detail?: string
  blocking?: unknown
  state?: unknown
}

/** The problem in a response of the other service. Any other response means that the service is unavailable. */
function refusalOf(body: unknown): Problem {
  const { code, detail, blocking, state } = (body ?? {}) as Refusal
  if (code === undefined || !(code in problems) || problems[code as ProblemCode].status >= 500) {
    return problem('UNAVAILABLE', {
      detail: 'Whether the agent is free cannot be checked at the moment; send the request again later.',
      retryAfter: 5,
    })
  }
  return new Problem(code as ProblemCode, {
    ...(detail !== undefined && { detail }),
    ...(blocking !== undefined && { extensions: { blocking } }),
    ...(state !== undefined && { extensions: { state } }),
  })
}
