import { keepAgentName } from '@appointments/agent-names'
import type { Appliers } from '@appointments/outbox'

/** Keeps a copy of agents' names, so that responses show them without asking the availability service. */
export const agentChanged: Appliers = {
  APAgentChangedEvent: (tx, { data }) => {
    keepAgentName(tx, data)
  },
}
