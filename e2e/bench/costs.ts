import { bareExpress } from './bare-express.ts'
import { load, type Load } from './measure.ts'
import { asked, operationNames, type OperationName } from './operations.ts'
import { median, perSecond, ratio, type Section } from './report.ts'
import { clients, rounds, seconds, warmUpSeconds } from './settings.ts'
import type { Stage } from './stage.ts'
import { recordBooking } from './statements.ts'

const times = ({ p50, p99, failed }: Load) => `, p50 ${p50} ms, p99 ${p99} ms, ${failed} failed`

/** The cost of each operation compared with the same work without this system, measured alternately. */
export async function costs(stage: Stage): Promise<Section> {
  const recording = await recordBooking()
  const bare = await bareExpress(stage.booked[0]?.body ?? '{}')
  const express = { url: bare.url, requestsOf: () => [{ method: 'GET', path: '/1' }] }
  try {
    const found: Partial<Record<OperationName, Load>> = {}
    const ratios = { pgbench: [] as number[], express: [] as number[] }
    const raw = { pgbench: [] as number[], express: [] as number[] }
    for (const name of operationNames) await load({ ...asked(stage, name), clients, seconds: warmUpSeconds })
    await load({ ...express, clients, seconds: warmUpSeconds })
    for (let round = 0; round < rounds; round += 1) {
      for (const name of operationNames) {
        const measured = await load({ ...asked(stage, name), clients, seconds })
        if (name === 'settled schedule') {
          const bookings = await recording.bookingsPerSecond(Math.ceil(seconds / 3))
          raw.pgbench.push(bookings)
          ratios.pgbench.push(measured.perSecond / bookings)
        }
        if (name === 'get by id') {
          const { perSecond } = await load({ ...express, clients, seconds })
          raw.express.push(perSecond)
          ratios.express.push(measured.perSecond / perSecond)
        }
        const best = found[name]
        if (!best || measured.perSecond > best.perSecond) found[name] = measured
      }
    }
    return {
      title: 'What operations cost',
      figures: [
        ...operationNames.flatMap((name) => {
          const best = found[name]
          return best ? [perSecond(name, best.perSecond, times(best))] : []
        }),
        perSecond(`a booking's ${recording.statements} statements in pgbench`, median(raw.pgbench)),
        ratio('settled schedule to pgbench', median(ratios.pgbench), 1 / 10),
        perSecond('a bare Express route', median(raw.express)),
        ratio('get by id to bare Express', median(ratios.express), 1 / 3),
      ],
      notes: [
        `${clients} clients; the best of ${rounds} rounds of ${seconds} s, ratios the median of the rounds.`,
      ],
    }
  } finally {
    bare.stop()
  }
}
