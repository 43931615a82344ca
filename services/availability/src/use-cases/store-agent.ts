import {
  problem,
  rejectUnknown,
  requireMatch,
  type Agent,
  type AgentRequest,
  type WriteCondition,
} from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { mayBeLessAvailable } from '../domain/less-available.ts'
import { membershipChanges } from '../domain/membership-changes.ts'
import { unknownReferences } from '../domain/references.ts'
import { calendars } from '../repositories/calendars.ts'
import { agents, holidayCalendars, queues, schedules, teams } from '../repositories/directory.ts'
import { exceptions } from '../repositories/exceptions.ts'
import { memberships } from '../repositories/memberships.ts'
import { announceAgent } from './announce-agents.ts'
import { announceCalendars } from './announce-calendars.ts'
import type { Deps, OfAgent, Written } from './deps.ts'

const MOST_MEMBERS = 10_000

export interface StoreAgent extends Omit<OfAgent, 'caller'>, WriteCondition {
  request: AgentRequest
}

/**
 * Creates or replaces an agent with its memberships.
 * @throws Problem UNKNOWN_REFERENCE, VERSION_MISMATCH, DIRECTORY_FULL
 */
export async function storeAgent(
  tx: Tx,
  deps: Pick<Deps, 'outbox' | 'sharesNames'>,
  { organization, agentId, request, ...condition }: StoreAgent,
  now: Date,
): Promise<Written<Agent>> {
  const current = await agents.lock(tx, organization, agentId)
  await requireReferences(tx, organization, request)
  requireMatch(current, condition)
  const { displayName: name } = request
  const written = { name, content: request }
  const entry = current
    ? await agents.update(tx, organization, agentId, written, now)
    : await agents.insert(tx, organization, agentId, written, now)
  await changeMemberships(tx, { organization, agentId }, current?.queues ?? [], request.queues, now)
  memberships.setTeams(tx, organization, agentId, request.teamIds)
  calendars.raise(tx, organization, agentId)
  if (current && current.timezone !== request.timezone)
    await exceptions.moveToZone(tx, organization, agentId, request.timezone)
  if (current?.displayName !== entry.displayName || current.active !== entry.active)
    announceAgent(tx, deps, organization, entry, entry.version, now)
  if (current && mayBeLessAvailable(current, request))
    await announceCalendars(tx, deps, { organization, agentIds: [agentId], cause: 'AGENT' }, now)
  return { entry, isCreated: !current }
}

async function requireReferences(tx: Tx, organization: string, request: AgentRequest): Promise<void> {
  const { teamIds, queues: joined, scheduleId, holidayCalendarId } = request
  const existing = {
    teams: await teams.existing(tx, organization, teamIds),
    queues: await queues.existing(
      tx,
      organization,
      joined.map(({ queueId }) => queueId),
    ),
    schedules: await schedules.existing(tx, organization, scheduleId === undefined ? [] : [scheduleId]),
    holidayCalendars: await holidayCalendars.existing(
      tx,
      organization,
      holidayCalendarId === undefined ? [] : [holidayCalendarId],
    ),
  }
  rejectUnknown(unknownReferences(request, existing))
}

async function changeMemberships(
  tx: Tx,
  of: { organization: string; agentId: string },
  before: Agent['queues'],
  after: Agent['queues'],
  now: Date,
): Promise<void> {
  const changes = membershipChanges(before, after)
  if (changes.length === 0) return
  const queueIds = changes.map(({ queueId }) => queueId)
  const members = await memberships.raiseVersions(tx, of.organization, queueIds)
  for (const { queueId, joins } of changes)
    if (joins && (members.get(queueId) ?? 0) >= MOST_MEMBERS)
      throw problem('DIRECTORY_FULL', {
        detail: `The queue ${queueId} has the maximum number of members.`,
        extensions: { limit: MOST_MEMBERS },
      })
  memberships.change(tx, of, changes, now)
}
