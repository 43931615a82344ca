import type { EventData } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'
import { serviceTypes } from '../repositories/service-types.ts'

/** Stores a service type, or its removal, as the availability service published it. */
export const keepServiceType = (tx: Tx, change: EventData<'APServiceTypeChangedEvent'>): Promise<void> => {
  serviceTypes.keep(tx, change)
  return Promise.resolve()
}
