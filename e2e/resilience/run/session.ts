import { createSettlementCheck } from '../checker/settlement-check.ts'
import { createCheckedClient, type CheckedClient } from '../load/checked-client.ts'
import { chanceOf, type Chance } from '../load/chance.ts'
import { keepJournal, type KeptJournal } from '../load/journal.ts'
import { startWorkload, type Load, type Workload } from '../load/workload.ts'
import type { Stage } from '../stage/stage.ts'
import { prepare } from './prepare.ts'

const USUAL: Load = { lanes: 5, pauseMs: 150, contended: 0.4, readBack: 1 }

/** Clients on a stage, and their journal. */
export interface Session {
  stage: Stage
  client: CheckedClient
  journal: KeptJournal
  workload: Workload
  /** The randomness of a fault's next injection, different from that of earlier ones. */
  chanceFor: (fault: string) => Chance
  /** Whether the services and their queues have nothing left to do. */
  isSettled: () => Promise<boolean>
  /** Whether nothing fails. */
  calm: { is: boolean }
}

/** Adds clients to a new stage; they start paused. */
export async function openSession(
  stage: Stage,
  seed: number,
  { journalFile, load = USUAL }: { journalFile?: string; load?: Load } = {},
): Promise<Session> {
  const calm = { is: true }
  const isCalm = () => calm.is
  const chance = chanceOf(seed)
  const journal = keepJournal(journalFile)
  const client = createCheckedClient({
    gatewayUrl: stage.gatewayUrl,
    secret: stage.tokenSecret.current,
    journal,
  })
  await prepare(stage, client)
  const workload = startWorkload(load, { client, journal, chance, isCalm })
  const injected = new Map<string, number>()
  const chanceFor = (fault: string) => {
    const count = injected.get(fault) ?? 0
    injected.set(fault, count + 1)
    return chance.branch(`${fault} ${count}`)
  }
  return { stage, client, journal, workload, chanceFor, isSettled: createSettlementCheck(stage), calm }
}
