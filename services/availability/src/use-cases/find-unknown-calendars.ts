import { holidayCalendars } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'

/** @returns the ids of those holiday calendars that an organization does not have */
export const findUnknownCalendars =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ organizationId = '', ids }: { organizationId?: string | undefined; ids: readonly string[] }) => {
    const known = await holidayCalendars.existing(pool, organizationId, ids)
    return ids.filter((id) => !known.has(id))
  }
