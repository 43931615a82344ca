import type { Metrics } from '@appointments/telemetry'
import { gatewayMetrics } from '../metrics.ts'
import type { LaneWatch } from './lane.ts'

/** Measures the lanes of a service; `limit` is called with each change of the limit that a lane has learned. */
export function watchLanes(
  metrics: Metrics,
  service: string,
): (lane: 'read' | 'write' | 'entrance') => LaneWatch & { limit: (by: number) => void } {
  const limit = metrics.gauge(gatewayMetrics.limit)
  const inFlight = metrics.gauge(gatewayMetrics.inFlight)
  const waiting = metrics.gauge(gatewayMetrics.waiting)
  const shed = metrics.counter(gatewayMetrics.shed)
  return (lane) => {
    const labels = { service, lane }
    // exports zeros before the first request
    inFlight.add(labels, 0)
    waiting.add(labels, 0)
    return {
      limit: (by) => limit.add(labels, by),
      inFlight: (by) => inFlight.add(labels, by),
      waiting: (by) => waiting.add(labels, by),
      rejected: (reason) => shed.count({ ...labels, reason }),
    }
  }
}
