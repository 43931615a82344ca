import { setTimeout as pause } from 'node:timers/promises'
import { check } from '../checker/rules.ts'
import { watchForDoubleBookings } from '../../src/double-bookings.ts'
import { CONTENDED } from '../load/contended.ts'
import { collect } from '../checker/collect.ts'
import type { Violation } from '../checker/evidence.ts'
import type { Fault } from '../faults/fault.ts'
import type { Journal } from '../load/journal.ts'
import { services } from '../../src/service-names.ts'
import type { Stage } from '../stage/stage.ts'
import { comesTrue } from './comes-true.ts'
import type { Session } from './session.ts'
import { whatWaits } from './what-waits.ts'

/** The time after the last fault within which everything must work again. */
export const CONVERGE_LIMIT_MS = 30_000
/** The rule that is broken if the system takes longer. */
export const NOT_WELL = 'the system recovers within 30 s'
const BEFORE_MS = 800
const LASTS_MS = 3000

/** The result of a fault. */
export interface Result {
  fault: string
  kind: string
  accepted: number
  rejected: number
  unknown: number
  /** Requests that got no response at first and were repeated. */
  repeated: number
  restarts: number
  /** Killed processes of services. */
  kills: number
  /**
   * Milliseconds from the end of the fault until everything worked; undefined if it took longer than allowed.
   */
  convergedMs: number | undefined
  violations: Violation[]
}

/** Ends the effects of any fault: network, servers, services, providers and fail points return to normal. */
export async function healStage(stage: Stage): Promise<void> {
  stage.points.disarm()
  // otherwise unused scripted failures would strike long after the fault
  for (const provider of [stage.receiver, stage.smtp, stage.twilio]) provider.forgetPlans()
  for (const link of Object.values(stage.links)) link.heal()
  for (const server of [stage.postgres, stage.rabbitmq, stage.redis]) {
    server.resume()
    await server.start()
  }
  for (const service of services) stage.services.resume(service)
  await Promise.all(services.map((service) => stage.services.start(service)))
}

/** A violation if a fault that kills services has killed none. */
export const withoutEffect = ({ name, mustKill }: Fault, kills: number): Violation[] =>
  mustKill && kills === 0
    ? [{ rule: 'every fault happens', kind: 'wrong', about: `"${name}" has killed no process` }]
    : []

/** Injects a fault under load, ends it, waits until everything works, and checks all evidence. */
export async function runFault(kind: string, fault: Fault, session: Session): Promise<Result> {
  const { stage, workload, journal, chanceFor, isSettled, calm } = session
  const [from, complaintsFrom] = [journal.journal.entries.length, journal.journal.complaints.length]
  const restartsBefore = stage.services.restarts()
  const killsBefore = stage.services.kills()
  const endWatch = watchForDoubleBookings(stage.databases, CONTENDED)
  workload.goOn()
  calm.is = true
  await pause(BEFORE_MS)
  calm.is = fault.isCalm === true
  await fault.apply(stage, chanceFor(fault.name))
  await pause(fault.lastsMs ?? LASTS_MS)
  // clients continue until they know the outcome of every started operation
  let isResting = false
  void workload.rest().then(() => (isResting = true))
  await fault.heal?.(stage)
  await healStage(stage)

  const healedAt = performance.now()
  // every outcome is known, and no work is left
  const isWell = await comesTrue(async () => isResting && (await isSettled()), CONVERGE_LIMIT_MS)
  const convergedMs = isWell ? performance.now() - healedAt : undefined
  // read immediately, because an overdue event may be applied a second later
  const waiting = isWell ? undefined : await whatWaits(stage)
  const { looks, seen } = await endWatch()
  for (const about of seen) journal.complain('double booking', about)
  for (const [service, count] of Object.entries(looks))
    if (count === 0) journal.complain('double booking', `no look at ${service} succeeded`)
  const episode: Journal = {
    entries: journal.journal.entries.slice(from),
    complaints: journal.journal.complaints.slice(complaintsFrom),
  }
  const evidence = await collect(stage, episode, fault)
  const kills = stage.services.kills() - killsBefore
  const violations = [...withoutEffect(fault, kills), ...check(evidence)]
  if (waiting !== undefined) violations.unshift({ rule: NOT_WELL, kind: 'wrong', about: waiting })
  const count = (is: string) => episode.entries.filter(({ outcome }) => outcome.is === is).length
  return {
    fault: fault.name,
    kind,
    accepted: count('ok'),
    rejected: count('rejected'),
    unknown: count('unknown'),
    repeated: episode.entries.filter(({ tries }) => tries > 1).length,
    restarts: stage.services.restarts() - restartsBefore,
    kills,
    convergedMs,
    violations,
  }
}
