import { gauge } from '@appointments/telemetry'

/** The highest count that is reported. */
export const MOST_COUNTED = 10_000

export const searchMetrics = {
  pending: gauge(
    'search_entries_pending',
    `Appointments that a search does not find yet, or finds in an older state, because a release without the search wrote them; counted up to ${MOST_COUNTED}.`,
  ),
}
