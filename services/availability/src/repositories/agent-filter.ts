import type { AgentQuery } from '@appointments/contracts'
import { beginsWith, type Filter } from './entries.ts'

/** The condition for the agents that a query selects. */
export function agentFilter({ q, teamId, queueId, skill, language, active }: AgentQuery): Filter {
  const conditions: string[] = []
  const values: unknown[] = []
  const add = (value: unknown, condition: (at: number) => string) => {
    if (value === undefined) return
    values.push(value)
    // $1 is the organization
    conditions.push(condition(values.length + 1))
  }
  add(q, beginsWith)
  add(
    teamId,
    (at) => `id IN (SELECT agent_id FROM team_members WHERE organization_id = $1 AND team_id = $${at})`,
  )
  add(
    queueId,
    (at) => `id IN (SELECT agent_id FROM queue_members WHERE organization_id = $1 AND queue_id = $${at})`,
  )
  add(skill, (at) => `content -> 'skills' ? $${at}`)
  add(language, (at) => `content -> 'languages' ? $${at}`)
  add(active, (at) => `(content ->> 'active')::boolean = $${at}`)
  return { text: conditions.join(' AND ') || 'true', values }
}
