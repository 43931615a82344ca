import type { DeskApi } from './api/desk-api.ts'
import type { Appointment, Search } from './api/shapes.ts'
import type { Span } from './day.ts'

const PAGE = 200
const DAY_MS = 86_400_000
/** No appointment is longer. */
const LONGEST_MS = 7 * DAY_MS

/** All appointments that match, page after page. */
export async function everyAppointment(
  { search }: Pick<DeskApi, 'search'>,
  wanted: Omit<Search, 'cursor' | 'limit'>,
): Promise<Appointment[]> {
  const all: Appointment[] = []
  let cursor: string | undefined
  do {
    const page = await search({ ...wanted, limit: PAGE, ...(cursor !== undefined && { cursor }) })
    all.push(...page.content)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return all
}

/**
 * The appointments of a span that `belongs` accepts, in order of their starts. A search compares only starts, so it
 * begins earlier, to find those that have begun before the span. Without agents it begins only a day earlier, because
 * a week of a whole application would be too much to read.
 */
export async function appointmentsIn(
  api: Pick<DeskApi, 'search'>,
  { from, ...wanted }: Pick<Search, 'applicationId' | 'agentId'> & Span,
  belongs: (appointment: Appointment) => boolean,
): Promise<Appointment[]> {
  const lookBackMs = wanted.agentId === undefined ? DAY_MS : LONGEST_MS
  const before = new Date(Date.parse(from) - lookBackMs).toISOString()
  return (await everyAppointment(api, { ...wanted, from: before, sort: 'start' })).filter(belongs)
}
