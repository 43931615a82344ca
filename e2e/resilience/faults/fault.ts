import type { Chance } from '../load/chance.ts'
import type { Stage } from '../stage/stage.ts'

/** Something that goes wrong while clients work. */
export interface Fault {
  /** How it is asked for: `npm run faults -- --fault "kill participants"`. */
  name: string
  /** What it does, as the documents and the report say it. */
  does: string
  /** How long it lasts, unless `apply` itself takes its time. */
  lastsMs?: number
  /** Whether a short run has it. */
  isShort?: true
  /** Whether nothing fails, so that each service has to show at once what was written. */
  isCalm?: true
  /** Whether every process keeps running, so that no attempt to send may count as abandoned. */
  isSteady?: true
  apply: (stage: Stage, chance: Chance) => Promise<void> | void
  /** Ends it; what a network, a server or a service suffers is undone for every fault anyway. */
  heal?: (stage: Stage) => Promise<void> | void
}

/** Faults of one kind. */
export interface FaultGroup {
  kind: string
  faults: Fault[]
}
