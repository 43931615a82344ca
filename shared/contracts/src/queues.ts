import { z } from 'zod'
import { DAY_MS } from './durations.ts'
import { entryName, organizationQuery, requirements, searchQuery, stored } from './directory-fields.ts'
import { durationBetween } from './fields.ts'
import { page, paging } from './shapes.ts'

/** Body of a PUT of a team; agents name their teams. */
export const teamRequest = z.strictObject({ name: entryName }).meta({ id: 'TeamRequest' })
export type TeamRequest = z.output<typeof teamRequest>

export const team = z
  .object({ id: z.string(), organizationId: z.string().optional(), name: z.string(), ...stored })
  .meta({ id: 'Team' })
export type Team = z.output<typeof team>
export const teamPage = page('TeamPage', team)

/** How a queue chooses among free members. */
export const strategies = ['LEAST_LOADED', 'ROUND_ROBIN'] as const

const assignment = z.strictObject({
  /** When the selected member becomes organizer. */
  when: z.enum(['BOOKING', 'BEFORE_START']).default('BOOKING'),
  /** How long before the start, for BEFORE_START. */
  lead: durationBetween(0, 30 * DAY_MS, 'at most P30D').default('PT24H'),
})

const queueFields = {
  name: entryName,
  requires: requirements.default({ skills: [], languages: [] }),
  strategy: z.enum(strategies).default('LEAST_LOADED'),
  assign: assignment.default({ when: 'BOOKING', lead: 'PT24H' }),
}

/** Body of a PUT of a queue; agents name their queues. */
export const queueRequest = z.strictObject(queueFields).meta({ id: 'QueueRequest' })
export type QueueRequest = z.output<typeof queueRequest>

export const queue = z
  .object({ id: z.string(), organizationId: z.string().optional(), ...queueFields, ...stored })
  .meta({ id: 'Queue' })
export type Queue = z.output<typeof queue>
export const queuePage = page('QueuePage', queue)

/** A member of a queue. */
export const queueMember = z
  .object({
    agentId: z.string(),
    displayName: z.string(),
    active: z.boolean(),
    weight: z.int(),
    joinedAt: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'QueueMember' })
export const queueMemberPage = page('QueueMemberPage', queueMember)
export const queueMemberQuery = z.object({
  ...organizationQuery,
  ...searchQuery,
  ...paging(['agentId', 'displayName'] as const),
})
export type QueueMemberQuery = z.output<typeof queueMemberQuery>
