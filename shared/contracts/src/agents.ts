import { z } from 'zod'
import {
  directoryFault,
  directoryId,
  entryName,
  language,
  languages,
  onObjects,
  organizationQuery,
  searchQuery,
  skill,
  skills,
  stored,
  unrepeated,
} from './directory-fields.ts'
import { agentId, email, flag, internationalPhone, timeZone } from './fields.ts'
import { hours } from './schedules.ts'
import { page, paging } from './shapes.ts'

const membership = z.strictObject({ queueId: directoryId, weight: z.int().min(1).max(1000).default(100) })

const agentFields = {
  displayName: entryName,
  email: email.optional(),
  phone: internationalPhone.optional(),
  timezone: timeZone,
  languages: languages.default([]),
  skills: skills.default([]),
  teamIds: unrepeated(z.array(directoryId).max(20)).default([]),
  queues: unrepeated(z.array(membership).max(50), ({ queueId }) => queueId).default([]),
  /** A shared schedule, instead of hours of its own. */
  scheduleId: directoryId.optional(),
  hours: hours.optional(),
  /** Replaces the holiday calendars of the applications. */
  holidayCalendarId: directoryId.optional(),
  maxPerDay: z.int().min(1).max(1000).optional(),
  maxPerWeek: z.int().min(1).max(1000).optional(),
  active: z.boolean().default(true),
  /** Whether the agent may record its own absences. */
  managesOwnAbsence: z.boolean().default(false),
}

/** Body of a PUT of an agent; it replaces everything. */
export const agentRequest = z
  .strictObject(agentFields)
  .refine((agent) => agent.scheduleId === undefined || agent.hours === undefined, {
    ...onObjects,
    path: ['hours'],
    ...directoryFault('HOURS_BESIDE_SCHEDULE', 'must be absent if scheduleId is given'),
  })
  .meta({ id: 'AgentRequest' })
export type AgentRequest = z.output<typeof agentRequest>

/** An agent in responses; contact data only for supervisors, client services and the agent itself. */
export const agent = z
  .object({ id: z.string(), organizationId: z.string().optional(), ...agentFields, ...stored })
  .meta({ id: 'Agent' })
export type Agent = z.output<typeof agent>

/** An agent that appointments name and the directory does not know. */
export const unknownAgent = z
  .object({ id: z.string(), organizationId: z.string().optional() })
  .meta({ id: 'UnknownAgent' })
export type UnknownAgent = z.output<typeof unknownAgent>

export const agentPage = page('AgentPage', z.union([agent, unknownAgent]))
export const agentParams = z.object({ agentId })
export const agentScope = z.object(organizationQuery)

export const agentQuery = z.object({
  ...organizationQuery,
  ...searchQuery,
  teamId: directoryId.optional(),
  queueId: directoryId.optional(),
  skill: skill.optional(),
  language: language.optional(),
  active: flag.optional(),
  /** If false, selects the ids that have appointments but no entry. */
  known: flag.optional(),
  ...paging(['id', 'displayName'] as const),
})
export type AgentQuery = z.output<typeof agentQuery>

/** Maximum number of agents in one request. */
export const MOST_AGENTS = 200

/** An agent of a batch: its id, and the fields of a PUT. */
export const agentOfBatch = z.looseObject({ id: agentId })

/** Each agent is checked on its own, so that one with faults does not prevent the others. */
export const agentBatch = z
  .strictObject({
    agents: z
      .array(z.unknown().meta({ override: { type: 'object', additionalProperties: {} } }))
      .min(1)
      .max(MOST_AGENTS),
  })
  .meta({ id: 'AgentBatch' })

export const agentBatchResults = z
  .object({
    results: z.array(
      z.object({
        /** Absent if the agent has no valid id. */
        agentId: z.string().optional(),
        status: z.int(),
        code: z.string().optional(),
        errors: z
          .array(z.object({ pointer: z.string().optional(), code: z.string(), message: z.string() }))
          .optional(),
      }),
    ),
  })
  .meta({ id: 'AgentBatchResults' })
export type AgentBatchResult = z.output<typeof agentBatchResults>['results'][number]

/**
 * The subject of events about an agent, under which dead letters and kept responses about it are found.
 * @param organization '' for an agent without one
 */
export const agentSubject = (organization: string, agentId: string): string =>
  JSON.stringify(['agent', organization, agentId])
