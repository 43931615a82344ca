import type { Application } from '@appointments/contracts'
import type { Sql } from '@appointments/postgres'
import { applications } from '../repositories/applications.ts'

/** Takes over an application's settings; what is planned already stays, and is looked at again when it is due. */
export const keepApplication = () => (tx: Sql, application: Application) => applications.keep(tx, application)
