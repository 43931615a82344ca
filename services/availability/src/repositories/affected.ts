import type { Sql } from '@appointments/postgres'

/** Selects whose appointments are read. */
export type Selection = { agentId: string } | { teamId: string } | { queueId: string }

/** The claim of an appointment on an agent's time. */
export interface ClaimOfAgent {
  appointmentId: string
  applicationId: string
  agentId: string
  queueId: string | null
  start: Date
  end: Date
  kind: 'BOOKED' | 'RESERVED' | 'HELD'
}

interface Period {
  from: Date
  to: Date
}

const OVERLAP = "holder_type = 'APPOINTMENT' AND start_at < $3 AND end_at > $2"

function conditionOf(selection: Selection): { condition: string; value: string } {
  if ('agentId' in selection) return { condition: 'agent_id = $4', value: selection.agentId }
  if ('teamId' in selection)
    return {
      condition:
        'agent_id IN (SELECT agent_id FROM team_members WHERE organization_id = $1 AND team_id = $4)',
      value: selection.teamId,
    }
  return {
    condition: `(queue_id = $4
      OR agent_id IN (SELECT agent_id FROM queue_members WHERE organization_id = $1 AND queue_id = $4))`,
    value: selection.queueId,
  }
}

/** Appointments with the agents whose time they claim. */
export const affected = {
  /**
   * The agents of a selection that have appointments in a period. For a queue, these are its members and the agents of
   * appointments that were booked for it.
   */
  async agents(
    sql: Sql,
    organization: string,
    selection: Selection,
    { from, to }: Period,
  ): Promise<string[]> {
    const { condition, value } = conditionOf(selection)
    const { rows } = await sql.query<{ agent_id: string }>(
      `SELECT DISTINCT agent_id FROM claims WHERE organization_id = $1 AND ${OVERLAP} AND ${condition} ORDER BY agent_id`,
      [organization, from, to, value],
    )
    return rows.map(({ agent_id }) => agent_id)
  },

  /** The appointments of agents in a period. */
  async claims(
    sql: Sql,
    organization: string,
    agentIds: readonly string[],
    { from, to }: Period,
  ): Promise<ClaimOfAgent[]> {
    const { rows } = await sql.query<ClaimOfAgent>(
      `SELECT holder_id AS "appointmentId", application_id AS "applicationId", agent_id AS "agentId",
         queue_id AS "queueId", start_at AS start, end_at AS "end", kind
       FROM claims WHERE organization_id = $1 AND ${OVERLAP} AND agent_id = ANY ($4)`,
      [organization, from, to, agentIds],
    )
    return rows
  },
}
