import { computeDays, type Transaction } from '@appointments/postgres'
import { figures } from '../repositories/figures.ts'
import type { Deps } from './deps.ts'

/** A change gets its position within this time after its commit, and its day becomes due only then. */
const NUMBERED_WITHIN_MS = 1000

/** Computes the figures of the days that changes concern. @returns true if there may be more */
export const computeFigures = (deps: Pick<Deps, 'clock'> & { transaction: Transaction }) =>
  computeDays(deps, figures, NUMBERED_WITHIN_MS)
