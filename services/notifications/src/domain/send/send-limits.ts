import { defaultSendLimits, type Application, type NotificationChannel } from '@appointments/contracts'

/** How fast an application may send over a channel. */
export interface Rate {
  /** Average milliseconds between two messages. */
  stepMs: number
  /** Messages that may be sent together after a pause. */
  burst: number
}

type Settings = Pick<Application, 'notifications'>

const limitsOf = ({ notifications }: Settings) => notifications.limits ?? defaultSendLimits

/** The rate of an application over a channel; webhooks have none, because each endpoint is limited by itself. */
export function rateOf(settings: Settings, channel: NotificationChannel): Rate | undefined {
  const { emailPerMinute, smsPerSecond } = limitsOf(settings)
  if (channel === 'EMAIL') return { stepMs: 60_000 / emailPerMinute, burst: emailPerMinute }
  if (channel === 'SMS') return { stepMs: 1000 / smsPerSecond, burst: Math.max(1, Math.floor(smsPerSecond)) }
  return undefined
}

/** Maximum number of non-essential messages that an address gets from an application in 24 hours. */
export const mostPerRecipient = (settings: Settings): number => limitsOf(settings).perRecipientPerDay
