import type { Application } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import type { Deps } from './deps.ts'

/** Stores the settings of an application, unless newer ones are stored. */
export const keepApplication =
  ({ applications }: Pick<Deps, 'applications'>) =>
  (tx: Tx, application: Application): void => {
    applications.keep(tx, application)
  }
