import type { ServiceType } from '@appointments/contracts'
import { serviceTypes } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'
import { requireOwnApplication, type OfApplication } from './require-own-application.ts'

/** @throws Problem APPLICATION_NOT_FOUND, SERVICE_TYPE_NOT_FOUND */
export const getServiceType =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({ id, ...of }: OfApplication & { id: string }): Promise<ServiceType> => {
    await requireOwnApplication(pool, of)
    return serviceTypes.get(pool, of.applicationId, id)
  }
