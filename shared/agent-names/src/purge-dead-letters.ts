import type { Broker } from '@appointments/broker'
import { agentSubject, type ServiceName } from '@appointments/contracts'
import { purgeDeadLetters } from '@appointments/outbox'
import type { Pool } from '@appointments/postgres'

interface Removed {
  organization: string
  agentId: string
}

/** A job that purges the dead letters about removed agents, which may contain their names; true if there may be more. */
export const purgeLettersAboutAgents = ({
  pool,
  broker,
  service,
}: {
  pool: Pool
  broker: Pick<Broker, 'purgeDeadLetters'>
  service: ServiceName
}): (() => Promise<boolean>) =>
  purgeDeadLetters({
    broker,
    queue: service,
    find: async (limit) => {
      const { rows } = await pool.query<Removed>(
        `SELECT organization_id AS organization, agent_id AS "agentId" FROM agent_names
         WHERE NOT dead_letters_purged ORDER BY organization_id, agent_id LIMIT $1`,
        [limit],
      )
      return rows
    },
    keyOf: ({ organization, agentId }) => agentSubject(organization, agentId),
    mark: ({ organization, agentId }) =>
      pool.query(
        `UPDATE agent_names SET dead_letters_purged = true WHERE organization_id = $1 AND agent_id = $2`,
        [organization, agentId],
      ),
  })
