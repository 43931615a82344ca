import { z } from 'zod'

/* Decisions of the availability service about one time (docs/contract/availability.md#decisions). */

/** Why a time is not offered. Customers and the public see only some of them. */
export const unavailableReasons = [
  'CLOSED',
  'ABSENT',
  'HOLIDAY',
  'TOO_SOON',
  'TOO_FAR',
  'NOT_ALIGNED',
  'DURATION_NOT_OFFERED',
  'BOOKED',
  'HELD',
  'BUSY_ELSEWHERE',
  'LIMIT_REACHED',
  'INACTIVE',
  'AGENT_UNKNOWN',
  'NOT_A_MEMBER',
  'REQUIREMENT_MISSING',
  'NOBODY_FREE',
] as const
export const unavailableReason = z.enum(unavailableReasons)
export type UnavailableReason = z.infer<typeof unavailableReason>

const dateTime = z.string()

/**
 * The purpose of the time. BOOK, HOLD and MOVE choose a start, so the grid, the notice and the horizon count. JOIN: an
 * agent beside the others; ASSIGN: a queue booking that waits for its agent.
 */
export const decisionPurposes = ['BOOK', 'HOLD', 'MOVE', 'JOIN', 'REASSIGN', 'ASSIGN'] as const

const holderRef = z.object({ type: z.enum(['APPOINTMENT', 'HOLD']), id: z.string() })

/** One time to decide about. */
export const decisionRequest = z.object({
  applicationId: z.string(),
  purpose: z.enum(decisionPurposes),
  start: dateTime,
  end: dateTime,
  serviceTypeId: z.string().optional(),
  /** Without one, only the grid, the notice, the horizon and the application's holidays count. */
  target: z.union([z.object({ agentId: z.string() }), z.object({ queueId: z.string() })]).optional(),
  /** Agents to choose first if they are free, in this order. */
  prefer: z.array(z.string()).default([]),
  /** Agents not to choose. */
  exclude: z.array(z.string()).default([]),
  requires: z.object({ skills: z.array(z.string()), languages: z.array(z.string()) }).optional(),
  /** Holders whose claims do not count: those of the appointment or hold that is being changed. */
  ignore: z.array(holderRef).default([]),
  /** Whether the notice and the horizon apply. They do not apply to agents and supervisors. */
  bound: z.boolean().default(true),
  /** The duration as the client wrote it, if it must be one of the service type's. */
  duration: z.string().optional(),
  /** The time that an existing appointment would occupy, with the buffers that it was booked with. */
  occupied: z.object({ from: dateTime, to: dateTime }).optional(),
})
export type DecisionRequest = z.input<typeof decisionRequest>
/** A request as the availability service receives it. */
export type ReceivedDecisionRequest = z.output<typeof decisionRequest>

/** An agent who may serve the time, in the order of preference. */
export const candidate = z.object({
  agentId: z.string(),
  /** Maximum number of starts of the agent's appointments in each of these windows, including this one. */
  limits: z.array(
    z.object({
      from: dateTime,
      to: dateTime,
      max: z.int(),
      /** Counts only appointments of this service type. */
      serviceTypeId: z.string().optional(),
    }),
  ),
  offered: z.boolean(),
  reasons: z.array(unavailableReason),
})
export type Candidate = z.infer<typeof candidate>

export const decision = z.object({
  verdict: z.enum(['FREE', 'NOT_OFFERED']),
  /** Why it is not offered: the reasons of all agents who might have served it. */
  reasons: z.array(unavailableReason),
  /** True if for at least one agent the only reason is that it is booked or held. */
  onlyTaken: z.boolean(),
  /** False for an agent or a queue that the directory does not have. */
  known: z.boolean(),
  /** The time that the claim occupies, with buffers. */
  occupied: z.object({ from: dateTime, to: dateTime }),
  /** At most 50. Agents that are only closed follow those that are offered; taken members of a queue are not listed. */
  candidates: z.array(candidate),
  /** True if there are more members; a request that excludes these candidates gets them. */
  more: z.boolean(),
  /** When a booking of the queue gets its agent, and how long before the start (ISO 8601). */
  assign: z.object({ when: z.enum(['BOOKING', 'BEFORE_START']), lead: z.string() }).optional(),
})
export type Decision = z.infer<typeof decision>

/** Maximum number of requests in one call; each takes the placements of the earlier ones into account. */
export const MOST_DECISIONS = 100
