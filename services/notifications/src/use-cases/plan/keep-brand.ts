import type { Presentation } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { brands } from '../../repositories/brands.ts'

/** Stores the brand of an application. Messages that are not sent yet show it. */
export const keepBrand = () => (tx: Tx, presentation: Presentation) => brands.keep(tx, presentation)
