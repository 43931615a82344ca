import type { Application } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { applications } from '../repositories/applications.ts'

/** Stores what this service needs of an application, unless newer settings are stored. */
export const keepApplication = (tx: Tx, application: Application): void => applications.keep(tx, application)
