import type { AgentNames } from '@appointments/agent-names'
import type { CustomerRecord, WholeAppointment } from '@appointments/contracts'

/** An appointment that a search has found. */
export interface FoundAppointment extends WholeAppointment {
  agentNames: AgentNames | null
  /** Its customers; null if the search did not ask for their names. */
  customers: CustomerRecord[] | null
  /** Its time in the order of the result. */
  place: Date
}
