import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ServiceName } from '@appointments/contracts'
import type { FailPoint } from '@appointments/runtime'
import { check, followsAll } from '../checker/rules.ts'
import { collect } from '../checker/collect.ts'
import { startFeedReader, type FeedReader } from '../load/feed-reader.ts'
import type { Entry } from '../load/journal.ts'
import { comesTrue } from '../run/comes-true.ts'
import { CONVERGE_LIMIT_MS, healStage } from '../run/run-fault.ts'
import { openSession, type Session } from '../run/session.ts'
import { withDatabase } from '../servers/with-database.ts'
import { owners } from '../../src/service-names.ts'
import { setStage, type Stage } from '../stage/stage.ts'
import type { CrashedOperation } from './crashed-operation.ts'

/** The result of killing one service at one point of one operation. */
export interface Crash {
  operation: string
  service: ServiceName
  point: FailPoint
  tries: number
  violations: string[]
}

/**
 * Kills each service at each point that each of these operations passes, starts it again, repeats the request,
 * and checks that it took effect once.
 */
export async function runCrashPoints(
  operations: readonly CrashedOperation[],
  seed: number,
  tell: (crash: Crash) => void,
): Promise<Crash[]> {
  const stage = await setStage()
  let reader: FeedReader | undefined
  try {
    const session = await openSession(stage, seed)
    reader = await startFeedReader(stage.gatewayUrl, stage.tokenSecret.current)
    const all: Crash[] = []
    for (const operation of operations) {
      const sound = await run(operation, session, reader)
      if (sound.violations.length > 0)
        throw new Error(`${operation.name} without a crash: ${sound.violations.join('; ')}`)
      for (const [service, point] of pointsIn(sound.passed)) {
        const crash = await run(operation, session, reader, { service, point, effect: sound.effect })
        const result = { operation: operation.name, service, point, ...crash }
        tell(result)
        all.push(result)
      }
    }
    return all
  } finally {
    await reader?.stop()
    await stage.close()
  }
}

type Passed = ReturnType<Stage['points']['traced']>

const pointsIn = (passed: Passed): [ServiceName, FailPoint][] =>
  (Object.entries(passed) as [ServiceName, FailPoint[]][]).flatMap(([service, points]) =>
    [...new Set(points)].map((point): [ServiceName, FailPoint] => [service, point]),
  )

/** Runs an operation once, with a crash if a point is given, and returns the result. */
async function run(
  operation: CrashedOperation,
  session: Session,
  reader: FeedReader,
  crash?: { service: ServiceName; point: FailPoint; effect: Record<string, number> },
) {
  const { stage, client, journal } = session
  const { appointmentId, follows, followsWithinMs, ...request } = await operation.request(client)
  const violations: string[] = []
  if (!(await settles(session))) violations.push('the preparation does not settle')
  const claimedUntil = new Date(Date.now() + LONGER_THAN_A_CRASH_MS)
  const before = await rowsOf(stage, claimedUntil)
  if (crash) stage.points.arm(crash.service, crash.point, { does: 'kill' })
  else stage.points.trace()

  const entry: Entry = journal.intend({
    operation: operation.name,
    ...request,
    ...(request.method !== 'DELETE' && { key: randomUUID() }),
    ...(appointmentId !== undefined && { appointmentId }),
    expects: 'acceptance',
  })
  const outcome = await client.carryOut(entry, () => Date.now() - entry.at > CONVERGE_LIMIT_MS)
  if (outcome.is !== 'ok') violations.push(`is ${JSON.stringify(outcome)}`)
  if (follows && !(await comesTrue(follows, followsWithinMs ?? EFFECT_LIMIT_MS, 100)))
    violations.push('the work after the request is not complete')
  if (!(await settles(session))) violations.push('does not settle')
  const passed: Passed = crash ? {} : stage.points.traced()
  if (crash && stage.points.isArmed(crash.service, crash.point)) violations.push('the crash did not happen')
  await healStage(stage)

  if (outcome.is === 'ok' && entry.key !== undefined) {
    const again = await client.send(request.method, request.path, { body: request.body, key: entry.key })
    if (!isDeepStrictEqual(again?.body, outcome.body))
      violations.push('a repetition gets a different response')
  }
  const effect = await effectSince(before, () => rowsOf(stage, claimedUntil), crash?.effect)
  if (crash && !isDeepStrictEqual(effect, crash.effect))
    violations.push(`made ${JSON.stringify(effect)}, not ${JSON.stringify(crash.effect)}`)
  const look = () => collect(stage, { entries: [entry], complaints: [] }, { followed: reader.seen() })
  // the stream continues a moment after its service is back
  await comesTrue(async () => followsAll(await look()), CONVERGE_LIMIT_MS, 250)
  const evidence = await look()
  violations.push(...check(evidence).map(({ rule, about }) => `${rule}: ${about}`))
  return { tries: entry.tries, violations, passed, effect }
}

/** Work behind an interrupted delivery, such as an erasure, continues only when the delivery is retried. */
const EFFECT_LIMIT_MS = 90_000

/**
 * Changed row counts since `before`; waits until they match the expected ones, if given, or the time is up.
 */
async function effectSince(
  before: Record<string, number>,
  rows: () => Promise<Record<string, number>>,
  wanted: Record<string, number> | undefined,
): Promise<Record<string, number>> {
  let effect: Record<string, number> = {}
  const isThere = async () => {
    effect = difference(before, await rows())
    return !wanted || isDeepStrictEqual(effect, wanted)
  }
  await comesTrue(isThere, EFFECT_LIMIT_MS, 500)
  return effect
}

const settles = ({ isSettled }: Session): Promise<boolean> => comesTrue(isSettled, CONVERGE_LIMIT_MS, 50)

const COUNTED: Record<(typeof owners)[number], string[]> = {
  appointments: [
    'appointments',
    'removed_appointments',
    'application_versions',
    'agent_bookings',
    'holds',
    'recorded_events',
    'appointment_changes',
  ],
  participants: ['appointments', 'customers', 'tickets', 'recorded_events'],
  notifications: ['appointments', 'notifications', 'webhook_endpoints', 'message_templates'],
  availability: [
    'claims',
    'agents',
    'teams',
    'queues',
    'schedules',
    'holiday_calendars',
    'exceptions',
    'service_types',
  ],
}

/** Holds of earlier operations expire and are deleted meanwhile, so those that end within this time are not counted. */
const LONGER_THAN_A_CRASH_MS = 4 * 60_000

/** Row counts of the objects that operations make, without claims of holds that end before an instant. */
async function rowsOf({ databases }: Stage, claimedUntil: Date): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const owner of owners)
    await withDatabase(databases[owner], async (client) => {
      for (const table of COUNTED[owner]) {
        const counted =
          table === 'agent_bookings'
            ? `${table} WHERE hold_key IS NULL OR claimed_until > '${claimedUntil.toISOString()}'`
            : table
        const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${counted}`)
        found[`${owner}.${table}`] = Number(rows[0]?.count)
      }
    })
  return found
}

/** Row counts that differ from before. */
const difference = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([table, count]) => [table, count - (before[table] ?? 0)] as const)
      .filter(([, more]) => more !== 0),
  )
