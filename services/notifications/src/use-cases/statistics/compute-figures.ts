import type { Transaction } from '@appointments/postgres'
import { notificationFigures } from '../../repositories/history/notification-figures.ts'
import type { Deps } from '../deps.ts'

/** A change is committed within this time after the moment that it records, and only then its day becomes due. */
const COMMITTED_WITHIN_MS = 5000
/** Maximum number of days that one run computes. */
const DAYS = 100

/**
 * Computes the figures of the days that changes concern. Several replicas may do this in parallel; each day is computed by
 * one of them.
 * @returns true if there may be more
 */
export const computeFigures =
  ({ transaction, clock }: Pick<Deps, 'clock'> & { transaction: Transaction }) =>
  async (): Promise<boolean> => {
    const asOf = new Date(clock.now().getTime() - COMMITTED_WITHIN_MS)
    const more = await transaction((tx) => notificationFigures.noteDays(tx))
    if (more === undefined) return false
    let computed = 0
    while (computed < DAYS && (await transaction((tx) => notificationFigures.computeDay(tx)))) computed += 1
    if (!more) await transaction((tx) => notificationFigures.markComputed(tx, asOf))
    return more || computed === DAYS
  }
