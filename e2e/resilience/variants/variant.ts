import type { Complaint } from '../load/journal.ts'
import type { Patch } from './build-variant.ts'

/** Services that lack a guarantee, and the check that must notice. */
export interface Variant {
  name: string
  /** The consequence of the missing guarantee. */
  lacks: string
  patches: Patch[]
  /**
   * The fault of the matrix under which the checker must find the rule broken. If the rule covers several complaints of
   * clients, `shows` is the one that the text of the violation begins with.
   */
  caughtBy: { fault: string; rule: string; shows?: Complaint['rule'] }
}
