import type { ResponseOf, internalOperations } from '@appointments/contracts'
import { presentations } from '../repositories/presentations.ts'
import type { Deps } from './deps.ts'

type Page = ResponseOf<(typeof internalOperations)['readAllowedOrigins']>

/** A page of the applications that allow pages of other origins, ordered by id; the last page is shorter than the limit. */
export const readAllowedOrigins =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ after, limit }: { after?: string | undefined; limit: number }): Promise<Page> => ({
    applications: await presentations.originsAfter(pool, after, limit),
  })
