import type { ServiceType } from '@appointments/contracts'
import { newEvent, type NewEvent } from '@appointments/outbox'

/** Identifies a service type. */
interface OfServiceType {
  applicationId: string
  id: string
}

/** The event of a service type that was written; those of one application keep their order. */
export const serviceTypeChanged = (serviceType: ServiceType, now: Date): NewEvent => {
  const { applicationId, id, version } = serviceType
  return newEvent('APServiceTypeChangedEvent', {
    subject: applicationId,
    aggregateVersion: version,
    at: now,
    data: { applicationId, id, version, serviceType },
  })
}

/** The event of a service type that was removed. @param version higher than that of any entry with its id */
export const serviceTypeRemoved = (removed: OfServiceType, version: number, now: Date): NewEvent => {
  const { applicationId, id } = removed
  return newEvent('APServiceTypeChangedEvent', {
    subject: applicationId,
    aggregateVersion: version,
    at: now,
    data: { applicationId, id, version },
  })
}
