import type { Complaint } from '../load/journal.ts'
import type { Patch } from './build-variant.ts'

/** Services that lack a guarantee, and what has to notice. */
export interface Variant {
  name: string
  /** What is missing. */
  lacks: string
  patches: Patch[]
  /**
   * The fault of the matrix under which the checker must find that the rule is broken; if a rule has several
   * complaints of clients, the one it begins with. It finds nothing in sound services.
   */
  caughtBy: { fault: string; rule: string; shows?: Complaint['rule'] }
}
