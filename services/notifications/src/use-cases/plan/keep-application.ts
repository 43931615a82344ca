import type { Application } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { applications } from '../../repositories/applications.ts'

/** Takes over an application's settings; what is planned already stays, and is looked at again when it is due. */
export const keepApplication = () => (tx: Tx, application: Application) => applications.keep(tx, application)
