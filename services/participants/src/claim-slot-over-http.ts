import { internal, Problem, problem, problems, type ProblemCode } from '@appointments/contracts'
import { CALLER_HEADER, type InternalTokens } from '@appointments/credentials'
import { contextHeaders, timeLeft } from '@appointments/runtime'
import type { ClaimSlot } from './use-cases/deps.ts'

const LIMIT_MS = 2000

/**
 * Claims slots at the appointments service, the only service that can rule out double booking.
 * @throws Problem SLOT_TAKEN with the appointments that overlap
 * @throws Problem UNAVAILABLE if the service does not respond: no assignment is better than a double booking
 */
export function claimSlotOverHttp(appointmentsUrl: string, tokens: InternalTokens): ClaimSlot {
  const address = `${appointmentsUrl}${internal.base}${internal.operations.claimSlot.path}`
  return async (claim) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [CALLER_HEADER]: tokens.sign({ roles: [] }),
        ...contextHeaders(),
      },
      body: JSON.stringify(claim),
      signal: AbortSignal.timeout(Math.min(LIMIT_MS, Math.ceil(timeLeft(LIMIT_MS)))),
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
