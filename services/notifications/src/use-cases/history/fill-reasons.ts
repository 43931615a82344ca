import { notificationReasons } from '@appointments/contracts'
import { reasonsOfRecords } from '../../repositories/history/reasons-of-records.ts'
import type { Deps } from '../deps.ts'

const BATCH = 200

/** Fills in the reasons of records that an older release ended without one. @returns true if more are pending */
export const fillReasons =
  ({ pool }: Pick<Deps, 'pool'>) =>
  async (): Promise<boolean> =>
    (await reasonsOfRecords.fill(pool, notificationReasons, BATCH)) === BATCH
