import { computeDays, type Transaction } from '@appointments/postgres'
import { notificationFigures } from '../../repositories/history/notification-figures.ts'
import type { Deps } from '../deps.ts'

/** A change is committed within this time after the moment that it records, and only then its day becomes due. */
const COMMITTED_WITHIN_MS = 5000

/** Computes the figures of the days that changes concern. @returns true if there may be more */
export const computeFigures = (deps: Pick<Deps, 'clock'> & { transaction: Transaction }) =>
  computeDays(deps, notificationFigures, COMMITTED_WITHIN_MS)
