import type { AppliersOf } from '@appointments/outbox'
import type { App } from '../app.ts'

/** Keeps a copy of the service types, so that bookings work while the availability service is down. */
export const serviceTypeChanged = ({
  keepServiceType,
}: App): Pick<AppliersOf<'appointments'>, 'APServiceTypeChangedEvent'> => ({
  APServiceTypeChangedEvent: (tx, { data }) => keepServiceType(tx, data),
})
