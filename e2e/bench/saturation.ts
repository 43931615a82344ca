import { load } from './measure.ts'
import { mixOf } from './mixed.ts'
import { asked } from './operations.ts'
import { milliseconds, perSecond, ratio, type Section } from './report.ts'
import { seconds, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

const SEARCHED = [16, 32, 64]
/** Enough clients that waiting for a response never delays the next request. */
const CLIENTS = 1500
const TIMES = 3
/** So many connections take a while to open; this time must not count as waiting for a rejection. */
const OPENING_S = 5
const KEPT = 0.7
const QUICK_MS = 500
const REFUSALS = [429, 503]

/** The remaining throughput at three times the load that can be served. */
export async function saturation(stage: Stage): Promise<Section> {
  const requestsOf = (client: number) => mixOf(stage, client)
  const wanted = { ...asked(stage, 'get by id'), requestsOf }
  await load({ ...wanted, clients: SEARCHED[0] ?? 1, seconds: warmUpSeconds })
  let peak = 0
  for (const clients of SEARCHED) {
    const found = await load({ ...wanted, clients, seconds })
    peak = Math.max(peak, found.perSecond)
  }
  const refused: number[] = []
  const answered: number[] = []
  let succeeded = 0
  const openAt = performance.now() + OPENING_S * 1000
  const found = await load({
    ...wanted,
    clients: CLIENTS,
    seconds: OPENING_S + seconds * 2,
    rate: Math.round(peak * TIMES),
    onAnswer(status, ms) {
      if (performance.now() < openAt) return
      if (status < 300) succeeded += 1
      ;(REFUSALS.includes(status) ? refused : answered).push(ms)
    },
  })
  const kept = succeeded / (seconds * 2)
  const others = Object.entries(found.statuses).filter(
    ([status]) => !status.startsWith('2') && !REFUSALS.includes(Number(status)),
  )
  const at = (times: number[], part: number) =>
    times.sort((a, b) => a - b)[Math.floor(times.length * part)] ?? 0
  const refusal = milliseconds('p99 of refusals', at(refused, 0.99))
  const after = await load({ ...wanted, clients: SEARCHED[0] ?? 1, seconds })
  return {
    title: `${TIMES} times saturation`,
    figures: [
      perSecond('peak of the mixed load', peak),
      perSecond(`answered with 2xx at ${TIMES} times the peak`, kept),
      ratio('  to the peak', kept / peak, KEPT),
      milliseconds('p99 of what was answered', at(answered, 0.99)),
      { what: 'refused', value: refused.length, shown: String(refused.length) },
      { ...refusal, goal: { wanted: `${QUICK_MS} ms at most`, met: refusal.value <= QUICK_MS } },
      {
        what: 'neither answered nor refused',
        value: others.reduce((sum, [, count]) => sum + count, 0),
        shown: JSON.stringify(Object.fromEntries(others)),
        goal: { wanted: 'none', met: others.length === 0 },
      },
      perSecond('answered right after', after.perSecond, `, ${after.failed} failed`),
    ],
    notes: [
      'The load comes from the same machine and takes processor time from the services; refusals cost some as well.',
      `${CLIENTS} clients; what happens while their connections open, in the first ${OPENING_S} s, is counted only where no answer comes.`,
    ],
  }
}
