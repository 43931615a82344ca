import { gauge } from './declarations.ts'
import type { Metrics } from './metrics.ts'

export const circuitMetrics = {
  open: gauge(
    'circuit_breakers_open',
    'Circuit breakers that let nothing through now; webhook endpoints have one each.',
    ['name'],
  ),
}

/** What an opossum breaker tells. */
interface Circuit {
  on: ((event: 'open', listener: () => void) => unknown) &
    ((event: 'close', listener: () => void) => unknown) &
    ((event: 'shutdown', listener: () => void) => unknown)
}

/** Counts open circuits by name; make it once for a service. */
export function createCircuitWatch(metrics: Metrics) {
  const open = metrics.gauge(circuitMetrics.open)
  return (name: string, circuit: Circuit): void => {
    // zero is worth seeing as well
    open.add({ name }, 0)
    let isOpen = false
    const become = (now: boolean) => {
      if (isOpen !== now) open.add({ name }, now ? 1 : -1)
      isOpen = now
    }
    circuit.on('open', () => become(true))
    circuit.on('close', () => become(false))
    circuit.on('shutdown', () => become(false))
  }
}
export type CircuitWatch = ReturnType<typeof createCircuitWatch>
