import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { load } from './measure.ts'
import { requestsOfMix } from './mixed.ts'
import { priorityNote } from './priority.ts'
import {
  atLeast,
  atMost,
  count,
  milliseconds,
  none,
  percentile,
  perSecond,
  ratio,
  type Section,
} from './report.ts'
import { arrivals, type Outcome } from './send.ts'
import { seconds, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

const SEARCHED = [16, 32, 64]
const TIMES = 3
const OVERLOAD_S = Number(process.env.BENCH_SATURATION_SECONDS ?? 60)
const KEPT = 0.85
const GOOD_MS = 1000
const REJECTION_MS = 100

/** Measures how much the system still serves at three times the load that it can serve. */
export async function saturation(stage: Stage): Promise<Section> {
  const mix = requestsOfMix(stage)
  await load({ ...mix, clients: SEARCHED[0] ?? 1, seconds: warmUpSeconds })
  let peak = 0
  let best = 0
  for (const clients of SEARCHED) {
    const { perSecond } = await load({ ...mix, clients, seconds })
    if (perSecond > peak) [peak, best] = [perSecond, clients]
  }

  const wanted = peak * TIMES
  const requests = stage.callers.map((_, index) => mix.requestsOf(index, stage.callers.length))
  const next = (n: number) => {
    const own = requests[n % requests.length]!
    return own[Math.floor(n / requests.length) % own.length]!
  }
  const endsAt = performance.now() + OVERLOAD_S * 1000
  const outcomes = await arrivals({
    url: stage.url,
    next,
    perSecond: wanted,
    until: pause(OVERLOAD_S * 1000),
  })
  const good = outcomes.filter(({ status }) => status >= 200 && status < 300)
  const rejected = outcomes.filter(({ status }) => status === 503)
  const others = outcomes.length - good.length - rejected.length
  const p99 = (all: readonly Outcome[]) =>
    percentile(
      all.map(({ ms }) => ms),
      0.99,
    )
  const after = await load({ ...mix, clients: best, seconds })
  const kept = good.filter(({ endedAt }) => endedAt <= endsAt).length / OVERLOAD_S

  const lowPeak = 'the peak was measured too low, for example because the machine was busy'
  return {
    title: `${TIMES} times saturation for ${OVERLOAD_S} s`,
    figures: [
      perSecond('peak of the mixed load', peak),
      atLeast(perSecond('sent', outcomes.length / OVERLOAD_S), Math.floor(wanted * 0.99), '/s', lowPeak),
      perSecond('good responses before the load ends', kept),
      ratio(
        '  to the peak',
        [kept, kept],
        [peak, after.perSecond],
        { atLeast: KEPT, falseIf: `${lowPeak}, or responses counted that came after the load had ended` },
        // a system that is slower after the overload must not look better
        (ratios) => Math.min(...ratios),
      ),
      atMost(
        milliseconds('p99 of good responses', p99(good)),
        GOOD_MS,
        ' ms',
        'time counted from when a request was sent late and not from when it was due',
      ),
      count('rejected with 503', rejected.length),
      atMost(
        milliseconds('p99 of rejections', p99(rejected)),
        REJECTION_MS,
        ' ms',
        'nothing had to be rejected',
      ),
      none('neither good nor 503', others, 'requests without a response were not counted'),
      perSecond('good responses right after', after.perSecond, `, ${after.failed} failed`),
    ],
    notes: [
      'The load comes from the same machine and takes processor time from the services; rejections cost some as well.',
      priorityNote(),
    ],
  }
}
