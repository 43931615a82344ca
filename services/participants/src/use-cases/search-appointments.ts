import { listScope } from '@appointments/appointment'
import {
  contactIn,
  identifier,
  instantOf,
  limits,
  problem,
  wordsOf,
  type AppointmentSearch,
  type Caller,
} from '@appointments/contracts'
import { cursorAt, positionOf } from '@appointments/runtime'
import { contactWord } from '../domain/search-entry.ts'
import type { FoundAppointment } from '../domain/found-appointment.ts'
import type { Place } from '../repositories/searches.ts'
import type { Deps } from './deps.ts'

interface SearchAppointments {
  caller: Caller
  search: AppointmentSearch
}

/** A page of the result. */
export interface Found {
  content: FoundAppointment[]
  nextCursor?: string
}

/**
 * Finds appointments that the caller may list, page by page (docs/contract/search.md).
 * @throws Problem CURSOR_INVALID, VALIDATION_FAILED for a phone number that needs the region of an application
 */
export const searchAppointments =
  ({ searches, applications }: Pick<Deps, 'searches' | 'applications'>) =>
  async ({ caller, search }: SearchAppointments): Promise<Found> => {
    const { cursor, limit = limits.defaultCursorPage, sort = 'start', include = [], ...filters } = search
    const { applicationId, agentId, contact, q, ...rest } = filters
    const application = applicationId === undefined ? undefined : await applications.find(applicationId)
    const scope = listScope(caller, { agentId: agentId?.length === 0 ? undefined : agentId }, application)
    const bound = { ...filters, sort }
    const found = await searches.find(
      {
        ...rest,
        applicationId,
        scope,
        beginnings: q === undefined ? [] : wordsOf(q),
        ...(contact !== undefined && { whole: contactWord(contactIn(contact, application?.defaultRegion)) }),
      },
      {
        order: sort,
        after: cursor === undefined ? undefined : placeOf(cursor, bound),
        limit: limit + 1,
        withCustomers: include.includes('participants'),
      },
    )
    const content = found.slice(0, limit)
    const last = content.at(-1)
    return {
      content,
      ...(last &&
        found.length > limit && {
          nextCursor: cursorAt([last.place.getTime(), last.appointment.id], bound),
        }),
    }
  }

/** @throws Problem CURSOR_INVALID */
function placeOf(cursor: string, filters: Readonly<Record<string, unknown>>): Place {
  const [ms, id] = positionOf(cursor, filters, ['number', 'string']) ?? []
  const at = instantOf(ms)
  if (!at || !identifier.safeParse(id).success) throw problem('CURSOR_INVALID')
  return { at, id: String(id) }
}
