import type { Caller, NotificationStatisticsQuery } from '@appointments/contracts'
import type { NotificationFigures } from '../../domain/history/notification-figures.ts'
import { notificationFigures } from '../../repositories/history/notification-figures.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication } from '../require-own-application.ts'

/**
 * Counts the messages of a period by day, channel or type. Days are those of the application's time zone.
 * @throws Problem APPLICATION_NOT_FOUND
 */
export const countNotifications =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async ({
    caller,
    query,
  }: {
    caller: Caller
    query: NotificationStatisticsQuery
  }): Promise<{ rows: NotificationFigures[]; asOf: Date | undefined }> => {
    await requireOwnApplication(pool, caller, query.applicationId)
    // read first, so that the figures are never older than this time
    const asOf = await notificationFigures.asOf(pool)
    return { rows: await notificationFigures.find(pool, query), asOf }
  }
