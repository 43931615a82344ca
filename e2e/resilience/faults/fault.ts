import type { Chance } from '../load/chance.ts'
import type { Stage } from '../stage/stage.ts'

/** A fault injected while clients work. */
export interface Fault {
  /** Its name on the command line: `npm run faults -- --fault "kill participants"`. */
  name: string
  /** Its effect, in the words of the documents and the report. */
  does: string
  /** How long it lasts, unless `apply` itself takes that time. */
  lastsMs?: number
  /** Whether a short run includes it. */
  isShort?: true
  /** Whether nothing fails, so that each service must show writes immediately. */
  isCalm?: true
  /** Whether every process keeps running, so that no attempt to send may count as abandoned. */
  isSteady?: true
  /** Whether it kills services; a run in which no process was killed has tested nothing. */
  mustKill?: true
  apply: (stage: Stage, chance: Chance) => Promise<void> | void
  /** Ends it; faults of the network, servers and services are undone after every fault anyway. */
  heal?: (stage: Stage) => Promise<void> | void
}

/** Faults of one kind. */
export interface FaultGroup {
  kind: string
  faults: Fault[]
}
