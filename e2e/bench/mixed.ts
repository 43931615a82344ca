import { load, type LoadRequest } from './measure.ts'
import type { Caller } from './caller.ts'
import { requestsFor, operations, type Desk, type OperationName } from './operations.ts'
import { atLeast, atMost, milliseconds, none, perSecond, type Section } from './report.ts'
import { warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

const RATE = Number(process.env.BENCH_RATE ?? 300)
const SECONDS = Number(process.env.BENCH_MIXED_SECONDS ?? 30)
const CLIENTS = 64
const P99_MS = 250

/** Seven reads and three writes, as a desk sends them. */
const MIX: readonly OperationName[] = [
  'get by id',
  'list by agent',
  'settled schedule',
  'get by id',
  'get by id',
  'presence change',
  'overlap count',
  'get by id',
  'settled schedule',
  'list by agent',
]

/** The mix in the order in which one caller repeats it. @param turn shifts its start */
export function mixOf(caller: Caller, turn: number): LoadRequest[] {
  // twice, because presence changes to one state and then to the other
  const all = [0, 1].flatMap((time) =>
    MIX.flatMap((name) => {
      const choices: LoadRequest[] = operations[name](caller)
      return choices.slice(time % choices.length).slice(0, 1)
    }),
  )
  // callers start at different places, so that the mix is constant over time
  const from = turn % MIX.length
  return [...all.slice(from), ...all.slice(0, from)]
}

/** The mix as a load. */
export function requestsOfMix(desk: Desk) {
  const turns = new Map(desk.callers.map((caller, index) => [caller, index]))
  return requestsFor(desk, (caller) => mixOf(caller, turns.get(caller) ?? 0))
}

/** Reads and writes together at a steady rate. */
export async function mixed(stage: Stage): Promise<Section> {
  const wanted = { ...requestsOfMix(stage), clients: CLIENTS }
  await load({ ...wanted, seconds: warmUpSeconds })
  const found = await load({ ...wanted, seconds: SECONDS, rate: RATE })
  const timeFalseIf =
    'time counted from when a busy client sent a request and not from when it was due, or the load was lower than named'
  return {
    title: `Mixed load: 70 % reads, 30 % writes at ${RATE} requests/s`,
    figures: [
      atLeast(
        perSecond('2xx responses', found.perSecond),
        RATE * 0.99,
        '/s',
        'problems counted as successes',
      ),
      milliseconds('p50', found.p50),
      milliseconds('p90', found.p90),
      atMost(milliseconds('p99', found.p99), P99_MS, ' ms', timeFalseIf),
      milliseconds('slowest', found.max),
      none(
        'failed',
        found.failed,
        'requests without a response were not counted',
        ` ${JSON.stringify(found.statuses)}`,
      ),
    ],
    notes: [`${CLIENTS} clients for ${SECONDS} s; time is counted from when a request was due.`],
  }
}
