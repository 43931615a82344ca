import { computeDays, type Transaction } from '@appointments/postgres'
import { notificationFigures } from '../../repositories/history/notification-figures.ts'
import type { Deps } from '../deps.ts'

/**
 * Longest time between the moment that a change records and the commit of this change. The day of the change becomes
 * due only after the commit.
 */
const COMMITTED_WITHIN_MS = 5000

/** Computes the figures of the days that changes affect. @returns true if there may be more */
export const computeFigures = (deps: Pick<Deps, 'clock'> & { transaction: Transaction }) =>
  computeDays(deps, notificationFigures, COMMITTED_WITHIN_MS)
