import { subscribedBy, type EventType } from '@appointments/contracts'
import type { Appliers, Apply } from '@appointments/messaging'
import type { App } from '../app.ts'

/** What every event this service hears of brings about. */
export const appointmentEvents = (app: App): Appliers => {
  const followed = subscribedBy('notifications').filter((type) => type !== 'APApplicationChangedEvent')
  const follow: Apply<EventType> = (tx, event) =>
    event.type === 'APApplicationChangedEvent' ? Promise.resolve() : app.followEvent(tx, event)
  return {
    ...(Object.fromEntries(followed.map((type) => [type, follow])) as Appliers),
    APApplicationChangedEvent: (tx, { data }) => app.keepApplication(tx, data.application),
  }
}
