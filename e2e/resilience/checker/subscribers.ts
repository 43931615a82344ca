import { events, type EventType, type ServiceName } from '@appointments/contracts'
import type { Owner } from '../../src/service-names.ts'

/** The services that have to apply events of a type. */
export const subscribersOf = (type: string): Owner[] =>
  events[type as EventType].subscribers.filter((one: ServiceName): one is Owner => one !== 'gateway')
