import type { Caller, OfferedServiceTypes } from '@appointments/contracts'
import { slotReaderOf } from '../domain/access.ts'
import { serviceTypes } from '../repositories/directory.ts'
import type { Deps } from './deps.ts'
import { requireOwnApplication } from './require-own-application.ts'

/** The maximum number of service types of an application. */
const ALL = 200

/**
 * The active service types of an application. The public gets only those that anyone may book, without their queue,
 * routing and requirements.
 * @throws Problem UNAUTHORIZED, FORBIDDEN, APPLICATION_NOT_FOUND
 */
export const findOfferedServiceTypes =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({
    caller,
    applicationId,
  }: {
    caller: Caller
    applicationId: string
  }): Promise<OfferedServiceTypes> => {
    const { settings } = await requireOwnApplication(pool, { caller, applicationId })
    const isPublic =
      slotReaderOf(caller, { appointmentId: undefined, publicSlots: settings.publicSlots }) === 'PUBLIC'
    const { content } = await serviceTypes.list(
      pool,
      applicationId,
      { text: 'true', values: [] },
      { field: 'id', order: 'ASC', limit: ALL, offset: 0 },
    )
    const offered = content.filter(
      ({ active, bookableBy }) => active && (!isPublic || bookableBy === 'ANYONE'),
    )
    return {
      serviceTypes: offered.map(({ version: _v, createdAt: _c, updatedAt: _u, ...serviceType }) => {
        if (!isPublic) return serviceType
        const { queueId: _q, routing: _r, requires: _n, ...visible } = serviceType
        return visible
      }),
    }
  }
