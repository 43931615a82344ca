import { keepAgentName } from '@appointments/agent-names'
import type { AppliersOf } from '@appointments/outbox'

/** Keeps a copy of agents' names, so that responses show them without asking the availability service. */
export const agentChanged: Pick<AppliersOf<'appointments'>, 'APAgentChangedEvent'> = {
  APAgentChangedEvent: (tx, { data }) => {
    keepAgentName(tx, data)
  },
}
