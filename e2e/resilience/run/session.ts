import { createAsking, type Asking } from '../load/asking.ts'
import { chanceOf, type Chance } from '../load/chance.ts'
import { keepJournal, type KeptJournal } from '../load/journal.ts'
import { startWorkload, type Workload } from '../load/workload.ts'
import type { Stage } from '../stage/stage.ts'
import { prepare } from './prepare.ts'

const LANES = 4

/** Clients on a stage, and what they write down. */
export interface Session {
  stage: Stage
  asking: Asking
  journal: KeptJournal
  workload: Workload
  chance: Chance
  /** Whether everything works. */
  calm: { is: boolean }
}

/** Lets clients onto a stage that is new; they rest until they are let go on. */
export async function openSession(stage: Stage, seed: number, journalFile?: string): Promise<Session> {
  const calm = { is: true }
  const isCalm = () => calm.is
  const chance = chanceOf(seed)
  const journal = keepJournal(journalFile)
  const asking = createAsking({
    gatewayUrl: stage.gatewayUrl,
    secret: stage.tokenSecret.current,
    journal,
  })
  await prepare(stage, asking)
  const workload = startWorkload(LANES, { asking, journal, chance, isCalm })
  return { stage, asking, journal, workload, chance, calm }
}
