import type { Broker } from '@appointments/broker'
import { agentSubject, type ServiceName } from '@appointments/contracts'
import type { Pool } from '@appointments/postgres'

const BATCH = 50

interface Removed {
  organization: string
  agentId: string
}

/** A job that purges the dead letters about removed agents, which may contain their names; true if there may be more. */
export const purgeLettersAboutAgents =
  ({
    pool,
    broker,
    service,
  }: {
    pool: Pool
    broker: Pick<Broker, 'purgeDeadLetters'>
    service: ServiceName
  }) =>
  async (): Promise<boolean> => {
    const { rows } = await pool.query<Removed>(
      `SELECT organization_id AS organization, agent_id AS "agentId" FROM agent_names
       WHERE NOT dead_letters_purged ORDER BY organization_id, agent_id LIMIT $1`,
      [BATCH],
    )
    for (const { organization, agentId } of rows) {
      await broker.purgeDeadLetters(service, agentSubject(organization, agentId))
      await pool.query(
        `UPDATE agent_names SET dead_letters_purged = true WHERE organization_id = $1 AND agent_id = $2`,
        [organization, agentId],
      )
    }
    return rows.length === BATCH
  }
