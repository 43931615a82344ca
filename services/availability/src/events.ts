import type { ServiceType } from '@appointments/contracts'
import { newEvent, type NewEvent } from '@appointments/outbox'

/** Identifies a service type. */
interface OfServiceType {
  applicationId: string
  id: string
}

/** Subject of the events about a service type; they keep their order. */
const subjectOf = ({ applicationId, id }: OfServiceType) => JSON.stringify([applicationId, id])

/** The event of a service type that was written. */
export const serviceTypeChanged = (serviceType: ServiceType, now: Date): NewEvent => {
  const { applicationId, id, version } = serviceType
  return newEvent('APServiceTypeChangedEvent', {
    subject: subjectOf(serviceType),
    aggregateVersion: version,
    at: now,
    data: { applicationId, id, version, serviceType },
  })
}

/** The event of a service type that was removed. @param version higher than that of any entry with its id */
export const serviceTypeRemoved = (removed: OfServiceType, version: number, now: Date): NewEvent => {
  const { applicationId, id } = removed
  return newEvent('APServiceTypeChangedEvent', {
    subject: subjectOf(removed),
    aggregateVersion: version,
    at: now,
    data: { applicationId, id, version },
  })
}
