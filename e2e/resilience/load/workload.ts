import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { book } from './book.ts'
import type { CheckedClient } from './checked-client.ts'
import type { Chance } from './chance.ts'
import { createGate, type Gate } from './gate.ts'
import type { Entry, Intent, KeptJournal } from './journal.ts'
import { APPOINTMENTS, createLane, type Lane, type Own } from './lane.ts'
import { createPlanner } from './planner.ts'
import { probesOf } from './probes.ts'
import { readBack } from './read-back.ts'
import { ON_OWN, ON_SHARED, stepsOf } from './steps.ts'

/** Contended appointments that the first client keeps. */
const RIVALS = 6
/** Appointments whose customers the second client replaces, and the least time between two replacements. */
const SWAPPED = 3
const SWAP_EVERY_MS = 500

/** How much clients do. */
export interface Load {
  /** Number of parallel clients. */
  lanes: number
  /** Pause between two steps of a client, which keeps the backlog small while no service listens. */
  pauseMs: number
  /** The share of bookings for which clients compete, most of which are rejected. */
  contended: number
  /** The share of changes that are read back. */
  readBack: number
}

interface Deps {
  client: CheckedClient
  journal: KeptJournal
  chance: Chance
  /** Whether nothing fails, so that each service must show writes immediately. */
  isCalm: () => boolean
}

/** Clients that run until stopped: each has its own appointments, and some that all of them change. */
export interface Workload {
  /** Lets clients continue, with new appointments. */
  goOn: () => void
  /** Lets each client finish its current operation, and resolves when all of them have paused. */
  rest: () => Promise<void>
  /** Stops each client after its current request; unknown outcomes then stay unknown. */
  stop: () => Promise<void>
}

/** What all clients share. */
interface Common extends Deps {
  load: Load
  gate: Gate
  isOver: () => boolean
}

/** Clients that start paused. */
export function startWorkload(load: Load, deps: Deps): Workload {
  const { lanes, pauseMs, contended } = load
  const { client, journal, chance } = deps
  let isOver = false
  const gate = createGate()
  const common: Common = { ...deps, load, gate, isOver: () => isOver }
  const shared: Own[] = []

  const carryOut = async (intent: Omit<Intent, 'number' | 'at' | 'key'>): Promise<Entry> => {
    const key = intent.method === 'DELETE' || intent.isOnce ? {} : { key: randomUUID() }
    const entry = journal.intend({ ...intent, ...key })
    await client.carryOut(entry, () => isOver)
    return entry
  }

  /** A client of queues; it keeps its appointments from one fault to the next. */
  const planning = async () => {
    const planner = createPlanner({ number: lanes, luck: chance.branch('planner'), carryOut })
    for (;;) {
      if (gate.isClosed) await gate.pass()
      if (isOver) return
      await pause(pauseMs)
      await planner.step()
    }
  }

  const clients = Array.from({ length: lanes }, (_, number) =>
    run(createLane({ number, luck: chance.branch(`lane ${number}`), contended, shared, carryOut }), common),
  )
  const running = Promise.all([...clients, planning()])
  return {
    goOn: () => gate.open(),
    rest: () => gate.close(lanes + 1),
    async stop() {
      isOver = true
      gate.open()
      await running
    },
  }
}

/** Runs one client. The first two have a task of their own, all others do a bit of everything. */
async function run(lane: Lane, common: Common): Promise<void> {
  const { client, journal, load, gate, isOver } = common
  const { pauseMs } = load
  const { number } = lane
  const mustPause = () => isOver() || gate.isClosed
  const probes = probesOf(lane, { client, journal, pauseMs, mustPause })
  const task = number === 0 ? rival : number === 1 ? swap : anything
  const step = task(lane, common, probes)

  /** The first operations after a pause; each episode has both probes at least once. */
  const begin = async () => {
    const bookAll = (count: number, kind: 'rival' | 'undisputed') =>
      Promise.all(Array.from({ length: count }, () => book(lane, kind)))
    if (number === 0) await bookAll(RIVALS, 'rival')
    if (number === 1) await bookAll(SWAPPED, 'undisputed')
    if (number === 2) await probes.lookAcross()
    if (number === 3) await probes.useKeyOfAnother()
  }

  for (;;) {
    if (gate.isClosed) {
      lane.open = []
      lane.shared.length = 0
      await gate.pass()
      if (isOver()) return
      await begin()
    }
    if (isOver()) return
    await pause(pauseMs)
    await step()
  }
}

/**
 * Repeatedly assigns one of the claimed agents to one of its bookings, which have different agents and few times. During
 * a fault it keeps its bookings, because new ones may not be assigned before the fault ends.
 */
function rival(lane: Lane, { client, isCalm }: Common) {
  const { luck } = lane
  const steps = stepsOf(lane)
  const isKnown = async (own: Own) => {
    own.isKnown ||=
      (await client.send('GET', `${APPOINTMENTS}/${own.id}/participants/${own.customers[0]}`))?.status === 200
    return own.isKnown
  }
  return async (): Promise<void> => {
    const mine = lane.open.filter(({ isContended }) => isContended)
    const own = mine[luck.below(mine.length)]
    if (!own || mine.length < RIVALS) return book(lane, 'rival')
    if (!(await isKnown(own))) return
    if (isCalm() && luck.next() < 0.03) return steps.cancel(own)
    await (luck.next() < 0.9 ? steps.addAgent : steps.reassign)(own)
  }
}

/**
 * Replaces a customer in each of its few appointments at once. The two events of an appointment follow each other
 * closely, so that one overtakes the other if its delivery is retried.
 */
function swap(lane: Lane, common: Common) {
  const { load } = common
  const steps = stepsOf(lane)
  return async (): Promise<void> => {
    if (lane.open.length < SWAPPED) return book(lane, 'undisputed')
    await Promise.all([
      pause(SWAP_EVERY_MS),
      ...lane.open.flatMap((own) => [steps.addCustomer(own), steps.removeCustomer(own)]),
    ])
    const [own] = lane.open
    if (own && lane.luck.next() < load.readBack) await readBack(common, own)
  }
}

/** Books, or changes one of its appointments or one that all clients change; now and then it probes. */
function anything(lane: Lane, common: Common, probes: ReturnType<typeof probesOf>) {
  const { luck, shared } = lane
  const { load } = common
  const steps = stepsOf(lane)
  return async (): Promise<void> => {
    const any = luck.next()
    if (any < 0.03) await probes.lookAcross()
    else if (any < 0.06) await probes.useKeyOfAnother()
    const ofAll = shared[luck.below(Math.max(1, shared.length))]
    if (ofAll && luck.next() < 0.2) return steps[luck.oneOf(ON_SHARED)](ofAll)
    const own = lane.open[luck.below(Math.max(1, lane.open.length))]
    if (!own || lane.open.length < 3 || luck.next() < 0.25) return book(lane)
    await steps[luck.oneOf(ON_OWN)](own)
    if (lane.open.includes(own) && luck.next() < load.readBack) await readBack(common, own)
    if (lane.open.length > 20) lane.open = lane.open.slice(10)
  }
}
