import type { Tx } from '@appointments/postgres'

/**
 * Raises the version of the agents of an organization that a condition on $2 selects. They are locked in a fixed order,
 * so that two such statements do not wait for each other.
 */
function raiseWhere(tx: Tx, organization: string, condition: string, value: unknown): void {
  tx.write(
    `WITH locked AS (
       SELECT id FROM agents WHERE organization_id = $1 AND ${condition} ORDER BY id FOR NO KEY UPDATE)
     UPDATE agents SET calendar_version = nextval('versions') FROM locked
     WHERE organization_id = $1 AND agents.id = locked.id`,
    [organization, value],
  )
}

/** Versions of agents' calendars, which tell readers that their copy is out of date. */
export const calendars = {
  /** Raises the version of one agent. */
  raise(tx: Tx, organization: string, agentId: string): void {
    tx.write(
      "UPDATE agents SET calendar_version = nextval('versions') WHERE organization_id = $1 AND id = $2",
      [organization, agentId],
    )
  },

  /** Raises the version of several agents. */
  raiseAll: (tx: Tx, organization: string, agentIds: readonly string[]): void =>
    raiseWhere(tx, organization, 'id = ANY ($2)', agentIds),

  /** Raises the version of all agents that use a schedule or a holiday calendar. */
  raiseUsersOf: (
    tx: Tx,
    column: 'schedule_id' | 'holiday_calendar_id',
    organization: string,
    id: string,
  ): void => raiseWhere(tx, organization, `${column} = $2`, id),
}
