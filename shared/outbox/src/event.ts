import { events, type AppointmentsEvent, type EventData, type EventType } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import type { Message } from '@appointments/broker'

/** An event with the data that the outbox needs. */
export interface NewEvent {
  event: AppointmentsEvent
  aggregateVersion: number
}

/**
 * A CloudEvent about an aggregate.
 * @param aggregateVersion version of the aggregate after the change; unique with the type
 */
export function newEvent<Type extends EventType>(
  type: Type,
  {
    subject,
    aggregateVersion,
    at,
    data,
  }: { subject: string; aggregateVersion: number; at: Date; data: EventData<Type> },
): NewEvent {
  const event = {
    specversion: '1.0',
    id: newId(),
    source: `/services/${events[type].owner}`,
    type,
    subject,
    time: at.toISOString(),
    datacontenttype: 'application/json',
    data,
  }
  // the compiler cannot infer that type and data belong together once they are in one object
  return { event: event as unknown as AppointmentsEvent, aggregateVersion }
}

/**
 * The event as a message; events about one subject keep their order.
 * @param traceparent of the request or event that caused it
 */
export const messageOf = (event: AppointmentsEvent, replyTo?: string, traceparent?: string): Message => ({
  id: event.id,
  type: event.type,
  key: event.subject,
  body: event,
  headers: traceparent === undefined ? {} : { traceparent },
  ...(replyTo !== undefined && { replyTo }),
})
