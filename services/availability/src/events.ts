import type { EventData, ServiceType } from '@appointments/contracts'
import { newEvent, type NewEvent } from '@appointments/outbox'
import { agentSubject } from './domain/agent-subject.ts'

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

/** The event of an agent who may have become less available. */
export const calendarChanged = (change: EventData<'APCalendarChangedEvent'>, now: Date): NewEvent =>
  newEvent('APCalendarChangedEvent', {
    subject: agentSubject(change.organizationId, change.agentId),
    aggregateVersion: change.version,
    at: now,
    data: change,
  })
