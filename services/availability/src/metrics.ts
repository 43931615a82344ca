import { counter, gauge, histogram, type Metrics } from '@appointments/telemetry'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export const availabilityMetrics = {
  slots: histogram('availability_slots_duration_seconds', 'Time to compute slots, by operation.', SECONDS, [
    'operation',
  ]),
  decisions: histogram('availability_decision_duration_seconds', 'Time to decide about a batch.', SECONDS),
  calendars: counter(
    'availability_calendars_total',
    'Lookups of agent calendars: hit if this replica had the current version, miss if it had to read it.',
    ['outcome'],
  ),
  rejections: counter(
    'availability_rejections_total',
    'Decisions that a time is not offered, by each of their reasons.',
    ['reason'],
  ),
  rejected: counter(
    'availability_computations_rejected_total',
    'Requests about many agents that were rejected because too many were being computed.',
  ),
}

export const projectionMetrics = {
  incomplete: gauge(
    'availability_projection_incomplete',
    '1 until all claims have been read, because no slots can be computed before; then 0.',
  ),
}

/** The measurements of this service. */
export const availabilityMeters = (metrics: Metrics) => ({
  slots: metrics.histogram(availabilityMetrics.slots),
  decisions: metrics.histogram(availabilityMetrics.decisions),
  calendars: metrics.counter(availabilityMetrics.calendars),
  rejections: metrics.counter(availabilityMetrics.rejections),
  rejected: metrics.counter(availabilityMetrics.rejected),
})
export type AvailabilityMeters = ReturnType<typeof availabilityMeters>

/** Measures how long a use case takes, whether it succeeds or not. */
export const timed =
  <Command, Result>(observe: (seconds: number) => void, useCase: (command: Command) => Promise<Result>) =>
  async (command: Command): Promise<Result> => {
    const begin = performance.now()
    try {
      return await useCase(command)
    } finally {
      observe((performance.now() - begin) / 1000)
    }
  }
