import { internalOperations, Problem, problem, problems, type ProblemCode } from '@appointments/contracts'
import type { InternalTokens } from '@appointments/credentials'
import { callInternal } from '@appointments/http'
import type { ClaimMember, ClaimSlot } from './use-cases/deps.ts'

const LIMIT_MS = 2000

type Called = 'claimSlot' | 'claimMember'

/**
 * Claims time at the appointments service, the only service that can rule out double booking.
 * @throws Problem SLOT_TAKEN with the appointments that overlap, OUTSIDE_AVAILABILITY with the reasons
 * @throws Problem UNAVAILABLE if the service does not respond: no assignment is better than a double booking
 */
export function claimsOverHttp(
  appointmentsUrl: string,
  tokens: InternalTokens,
): { claimSlot: ClaimSlot; claimMember: ClaimMember } {
  const claim = async (called: Called, body: unknown): Promise<Response> => {
    const operation = internalOperations[called]
    const call = { url: appointmentsUrl, tokens, body, limitMs: LIMIT_MS }
    const response = await callInternal(operation, call).catch(() => undefined)
    if (response?.status === operation.status) return response
    throw rejectionOf(await response?.json().catch(() => undefined))
  }
  return {
    claimSlot: async (wanted) => {
      await claim('claimSlot', wanted)
    },
    claimMember: async (wanted) =>
      internalOperations.claimMember.response.parse(await (await claim('claimMember', wanted)).json()),
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
