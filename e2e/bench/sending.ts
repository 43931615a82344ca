import { load } from './measure.ts'
import { requestsFor } from './operations.ts'
import { systemTime, used } from './processor-time.ts'
import { atMost, milliseconds, none, perSecond, type Section } from './report.ts'
import { clients, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'

const BOOKING_S = Number(process.env.BENCH_SENDING_SECONDS ?? 60)
const LAG_MS = 2000

/** Measures whether the mails keep up with the bookings that cause them. */
export async function sending(stage: Stage): Promise<Section> {
  const bookings = { ...requestsFor(stage, 'settled schedule'), clients }
  const warm = await stage.sink.counted()
  const { succeeded } = await load({ ...bookings, seconds: warmUpSeconds })
  await stage.sink.untilAccepted(warm.mails + succeeded)

  const before = { ...(await stage.sink.counted()), time: stage.processorTime() }
  const found = await load({ ...bookings, seconds: BOOKING_S })
  const bookedAt = Date.now()
  const atEnd = await stage.sink.counted()
  const { lastAt } = await stage.sink.untilAccepted(before.mails + found.succeeded)
  const spent = systemTime(used(before.time, stage.processorTime()))
  const lag = Math.max(0, lastAt - bookedAt)
  return {
    title: `${clients} clients that book for ${BOOKING_S} s, each booking with a mail`,
    figures: [
      perSecond('bookings', found.perSecond, `, p50 ${found.p50} ms, p99 ${found.p99} ms`),
      none('failed', found.failed, 'requests without a response were not counted'),
      perSecond('mails until the last booking', (atEnd.mails - before.mails) / BOOKING_S),
      perSecond('bookings with their mail', (found.succeeded * 1000) / (BOOKING_S * 1000 + lag)),
      atMost(
        milliseconds('last mail after the last booking', lag),
        LAG_MS,
        ' ms',
        'mails of earlier bookings were counted, or some bookings send none',
      ),
      milliseconds('processor time of each', spent / found.succeeded),
    ],
  }
}
