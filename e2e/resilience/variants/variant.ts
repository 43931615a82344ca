import type { Patch } from './build-variant.ts'
import type { Asking } from '../load/asking.ts'
import type { Stage } from '../stage/stage.ts'

/** Looks for one thing. @returns what is wrong; nothing where all is well */
export type Probe = (stage: Stage, asking: Asking) => Promise<string | undefined>

/** Services that lack a guarantee, and what has to notice. */
export interface Variant {
  name: string
  /** What is missing. */
  lacks: string
  patches: Patch[]
  /** The smallest thing that must notice: a fault by its name, or a probe that finds nothing in sound services. */
  caughtBy: { fault: string } | { probe: Probe }
}
