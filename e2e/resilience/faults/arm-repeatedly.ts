import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@appointments/contracts'
import type { Failure, FailPoint } from '@appointments/runtime'
import type { Stage } from '../stage/stage.ts'

const PAUSE_MS = 100

interface Repeated {
  service: ServiceName
  point: FailPoint
  /** Maximum number of failures. */
  times: number
  /** Total duration, however many failures happen. */
  lastsMs: number
}

/** Arms a point again whenever its previous failure has happened and the service is up. */
export async function armRepeatedly(
  { points, services }: Stage,
  { service, point, times, lastsMs }: Repeated,
  failure: () => Failure,
): Promise<void> {
  const end = performance.now() + lastsMs
  let left = times
  while (performance.now() < end) {
    if (left > 0 && !points.isArmed(service, point) && services.isUp(service)) {
      left -= 1
      points.arm(service, point, failure())
    }
    await pause(PAUSE_MS)
  }
}
