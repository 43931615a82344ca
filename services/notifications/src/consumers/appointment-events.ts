import { keepAgentName } from '@appointments/agent-names'
import { subscribedBy, type AppointmentEvent, type NotificationChannel } from '@appointments/contracts'
import type { Appliers, Apply } from '@appointments/outbox'
import type { App } from '../app.ts'

/**
 * Maps each subscribed event to its use case.
 * @param onDue called with the channels on which notifications became due
 */
export const appointmentEvents = (app: App, onDue: (channels: NotificationChannel[]) => void): Appliers => {
  const followed = subscribedBy('notifications').filter((type) => type !== 'APApplicationChangedEvent')
  const follow: Apply<AppointmentEvent['type']> = async (tx, event) => {
    const channels = await app.followEvent(tx, event)
    tx.whenStored(() => {
      onDue(channels)
    })
  }
  return {
    ...(Object.fromEntries(followed.map((type) => [type, follow])) as Appliers),
    APAgentChangedEvent: (tx, { data }) => {
      keepAgentName(tx, data)
    },
    APApplicationChangedEvent: (tx, { data }) => app.keepApplication(tx, data.application),
  }
}
