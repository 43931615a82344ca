import { agentSubject, type Agent, type EventData, type ServiceType } from '@appointments/contracts'
import { newEvent, type NewEvent } from '@appointments/outbox'

/** Identifies a service type. */
interface OfServiceType {
  applicationId: string
  id: string
}

/** The event of a service type that was written; the events of one application keep their order. */
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

/** The event of an agent that has a new name, or has become active or inactive. */
export const agentChanged = (
  organizationId: string,
  { id, displayName, active }: Pick<Agent, 'id' | 'displayName' | 'active'>,
  version: number,
  now: Date,
): NewEvent => agentEvent({ organizationId, id, version, displayName, active, removed: false }, now)

/** The event of an agent that was removed. @param version higher than that of any entry with its id */
export const agentRemoved = (organizationId: string, id: string, version: number, now: Date): NewEvent =>
  agentEvent({ organizationId, id, version, active: false, removed: true }, now)

const agentEvent = (data: EventData<'APAgentChangedEvent'>, now: Date): NewEvent =>
  newEvent('APAgentChangedEvent', {
    subject: agentSubject(data.organizationId, data.id),
    aggregateVersion: data.version,
    at: now,
    data,
  })

/** The event of an agent who may have become less available. */
export const calendarChanged = (change: EventData<'APCalendarChangedEvent'>, now: Date): NewEvent =>
  newEvent('APCalendarChangedEvent', {
    subject: agentSubject(change.organizationId, change.agentId),
    aggregateVersion: change.version,
    at: now,
    data: change,
  })
