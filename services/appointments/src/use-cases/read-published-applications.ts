import { withoutDefaults, type ResponseOf, type internalOperations } from '@appointments/contracts'
import { applications } from '../repositories/applications.ts'
import { availabilitySettings } from '../repositories/availability-settings.ts'
import type { Deps } from './deps.ts'

type Page = ResponseOf<(typeof internalOperations)['readPublishedApplications']>

/** A page of the applications, ordered by id, as their events publish them; the last page is shorter than the limit. */
export const readPublishedApplications =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ after, limit }: { after?: string | undefined; limit: number }): Promise<Page> => {
    const found = await applications.following(pool, after, limit)
    const written = await availabilitySettings.findWritten(
      pool,
      found.map(({ id }) => id),
    )
    return {
      applications: found.map((application) => {
        const availability = written.get(application.id)
        return { application: withoutDefaults(application), ...(availability && { availability }) }
      }),
    }
  }
