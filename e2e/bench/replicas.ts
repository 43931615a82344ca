import { client } from '../src/client.ts'
import { startServices } from '../src/start-services.ts'
import { load } from './measure.ts'
import { asked, bookings } from './operations.ts'
import { perSecond, ratio, type Figure, type Section } from './report.ts'
import { benchBackends, clients, seconds, warmUpSeconds } from './settings.ts'
import { token } from './stage.ts'

const COUNTS = [1, 2, 3]
const NAMES = ['settled schedule', 'get by id'] as const

/** Throughput with a growing number of replicas of the appointments service; other services have one. */
export async function replicas(): Promise<Section> {
  const figures: Figure[] = []
  const alone: Partial<Record<(typeof NAMES)[number], number>> = {}
  for (const count of COUNTS) {
    const backends = await benchBackends()
    const others = { gateway: 1, participants: 1, notifications: 1 }
    const system = await startServices({
      as: 'processes',
      backends,
      replicas: { ...others, appointments: count },
    })
    try {
      const desk = {
        url: system.gatewayUrl,
        token: token(),
        booked: await bookings(client(system.gatewayUrl, token())),
      }
      for (const name of NAMES) {
        await load({ ...asked(desk, name), clients: clients * 2, seconds: warmUpSeconds })
        const found = await load({ ...asked(desk, name), clients: clients * 2, seconds })
        const first = (alone[name] ??= found.perSecond)
        figures.push(
          perSecond(`${name}, ${count} of appointments`, found.perSecond, `, ${found.failed} failed`),
          ...(count > 1 ? [ratio('  to one alone', found.perSecond / first)] : []),
        )
      }
    } finally {
      await system.close()
      await backends.drop()
    }
  }
  return {
    title: 'Replicas',
    figures,
    notes: ['More replicas bring more only where there are processors for them.'],
  }
}
