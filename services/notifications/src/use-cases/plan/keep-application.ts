import type { Application } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { applications } from '../../repositories/applications.ts'

/** Stores an application's settings. Planned notifications stay and are checked against them when they are due. */
export const keepApplication = () => (tx: Tx, application: Application) => applications.keep(tx, application)
