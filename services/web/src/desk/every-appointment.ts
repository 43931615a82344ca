import type { DeskApi } from './api/desk-api.ts'
import type { Appointment, Search } from './api/shapes.ts'

const PAGE = 200

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
