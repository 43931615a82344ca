import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@appointments/contracts'
import { load, residentMb } from './measure.ts'
import { mixOf } from './mixed.ts'
import { asked } from './operations.ts'
import type { Figure, Section } from './report.ts'
import { services } from '../src/service-names.ts'
import { clients } from './settings.ts'
import type { Stage } from './stage.ts'

const IDLE_MB = 100
/** An hour of twenty requests a second. */
const REQUESTS = Number(process.env.BENCH_MEMORY_REQUESTS ?? 72_000)
const REST_MS = 30_000

type Memory = Record<ServiceName, number>

const memory = ({ pid }: Stage) =>
  Object.fromEntries(services.map((service) => [service, residentMb(pid(service))])) as Memory

const figures = (when: string, found: Memory): Figure[] =>
  services.map((service) => ({
    what: `${service}, ${when}`,
    value: found[service],
    shown: `${found[service].toFixed(0)} MB`,
  }))

/** Resident memory of started services that have served only a few bookings. */
export function idle(stage: Stage): Promise<Section> {
  return Promise.resolve({
    title: 'Resident memory when idle',
    figures: figures('idle', memory(stage)).map((figure) => ({
      ...figure,
      goal: { wanted: `${IDLE_MB} MB at most`, met: figure.value <= IDLE_MB },
    })),
  })
}

/** Resident memory before, during and after an hour's worth of requests, sent as fast as responses arrive. */
export async function memoryUnderLoad(stage: Stage): Promise<Section> {
  const before = memory(stage)
  const most = { ...before }
  const watch = setInterval(() => {
    const now = memory(stage)
    for (const service of services) most[service] = Math.max(most[service], now[service])
  }, 1000)
  const requestsOf = (client: number) => mixOf(stage, client)
  await load({ ...asked(stage, 'get by id'), requestsOf, clients, seconds: 0, amount: REQUESTS })
  clearInterval(watch)
  await pause(REST_MS)
  return {
    title: `Resident memory around ${REQUESTS} requests`,
    figures: [
      ...figures('before', before),
      ...figures('at most during', most),
      ...figures(`${REST_MS / 1000} s after`, memory(stage)),
    ],
  }
}
