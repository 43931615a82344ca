import { load, type Asked } from './measure.ts'
import { asked, operations, type Desk, type OperationName } from './operations.ts'
import { milliseconds, perSecond, type Section } from './report.ts'
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

/** The mix in the order in which one client repeats it. */
export function mixOf(desk: Desk, client: number): Asked[] {
  // twice, because presence changes there and back
  const all = [0, 1].flatMap((turn) =>
    MIX.flatMap((name) => {
      const choices: Asked[] = operations[name](desk, client)
      return choices.slice(turn % choices.length).slice(0, 1)
    }),
  )
  // clients start at different places, so that the mix is constant over time
  const from = client % MIX.length
  return [...all.slice(from), ...all.slice(0, from)]
}

/** Reads and writes together at a steady rate. */
export async function mixed(stage: Stage): Promise<Section> {
  const requestsOf = (client: number) => mixOf(stage, client)
  const wanted = { ...asked(stage, 'get by id'), requestsOf, clients: CLIENTS }
  await load({ ...wanted, seconds: warmUpSeconds })
  const found = await load({ ...wanted, seconds: SECONDS, rate: RATE })
  return {
    title: `Mixed load: 70 % reads, 30 % writes at ${RATE} requests/s`,
    figures: [
      perSecond('answered with 2xx', found.perSecond),
      milliseconds('p50', found.p50),
      milliseconds('p90', found.p90),
      {
        ...milliseconds('p99', found.p99),
        goal: { wanted: `${P99_MS} ms at most`, met: found.p99 <= P99_MS },
      },
      milliseconds('slowest', found.max),
      {
        what: 'failed',
        value: found.failed,
        shown: `${found.failed} ${JSON.stringify(found.statuses)}`,
        goal: { wanted: 'none', met: found.failed === 0 },
      },
    ],
    notes: [`${CLIENTS} clients for ${SECONDS} s; time is counted from when a request was due.`],
  }
}
