import type { AppliersOf } from '@appointments/outbox'
import { serviceTypes } from '../repositories/service-types.ts'

/** Keeps a copy of the service types, so that bookings work while the availability service is down. */
export const serviceTypeChanged: Pick<AppliersOf<'appointments'>, 'APServiceTypeChangedEvent'> = {
  APServiceTypeChangedEvent: (tx, { data }) => serviceTypes.keep(tx, data),
}
