import type { AgentNames } from '@appointments/agent-names'
import type { CustomerRecord, WholeAppointment } from '@appointments/contracts'

/** An appointment that a search has found. */
export interface FoundAppointment extends WholeAppointment {
  agentNames: AgentNames | null
  /** The customers; null if the search did not request their names. */
  customers: CustomerRecord[] | null
  /** The time by which the result is sorted. */
  place: Date
}
