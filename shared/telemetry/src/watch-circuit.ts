import { gauge } from './declarations.ts'
import type { Metrics } from './metrics.ts'

export const circuitMetrics = {
  open: gauge(
    'circuit_breakers_open',
    'Circuit breakers that are open and reject calls; each webhook endpoint has one.',
    ['name'],
  ),
}

/** The events of an opossum circuit breaker that are counted. */
interface Circuit {
  on: ((event: 'open', listener: () => void) => unknown) &
    ((event: 'close', listener: () => void) => unknown) &
    ((event: 'shutdown', listener: () => void) => unknown)
}

/** Counts open circuits by name; create it once per service. */
export function createCircuitWatch(metrics: Metrics) {
  const open = metrics.gauge(circuitMetrics.open)
  return (name: string, circuit: Circuit): void => {
    // exports zero before the first event
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
