import { events, type EventType, type ServiceName } from '@appointments/contracts'
import type { Owner } from './service-names.ts'

/** The parts of an event that are needed here. */
interface Published {
  id: string
  type: string
  aggregateId: string
}

/** The services that have to apply events of a type. */
export const subscribersOf = (type: string): Owner[] =>
  events[type as EventType].subscribers.filter((one: ServiceName): one is Owner => one !== 'gateway')

/**
 * After a removal, services need to apply only the removal event, not the earlier events of the appointment.
 */
export function stillNeeded<Event extends Omit<Published, 'id'>>(published: readonly Event[]): Event[] {
  const removed = new Set(
    published.filter(({ type }) => type === 'APRemovedEvent').map((one) => one.aggregateId),
  )
  return published.filter(({ type, aggregateId }) => type === 'APRemovedEvent' || !removed.has(aggregateId))
}

/**
 * Whether every subscriber has applied every event that is still needed.
 * @param applied the ids of the events that each service has applied
 */
export const areApplied = (
  published: readonly Published[],
  applied: Readonly<Record<Owner, ReadonlySet<string>>>,
): boolean =>
  stillNeeded(published).every(({ id, type }) => subscribersOf(type).every((one) => applied[one].has(id)))
