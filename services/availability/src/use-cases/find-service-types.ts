import type { Page, ServiceType, ServiceTypeQuery } from '@appointments/contracts'
import { serviceTypes } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'
import { findEntries } from './find-entries.ts'
import { requireOwnApplication, type OfApplication } from './require-own-application.ts'

/** Lists the service types of an application. @throws Problem APPLICATION_NOT_FOUND */
export const findServiceTypes =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ query, ...of }: OfApplication & { query: ServiceTypeQuery }): Promise<Page<ServiceType>> => {
    await requireOwnApplication(pool, of)
    return findEntries({ pool }, serviceTypes)({ organization: of.applicationId, query })
  }
