import { defaultRetention, lengthOf, type Application } from '@appointments/contracts'

/** What of an application is old enough to go. */
export interface Expiry {
  applicationId: string
  /** Records that ended before are deleted. */
  historyBefore: Date
  /** Records that ended before lose what they said. */
  contentBefore: Date
}

/** Where the retention of an application lies at a moment. */
export function expiryOf(
  { id, notifications }: Pick<Application, 'id' | 'notifications'>,
  now: Date,
): Expiry {
  const { history, content } = notifications.retention ?? defaultRetention
  const before = (duration: string) => new Date(now.getTime() - lengthOf(duration))
  return { applicationId: id, historyBefore: before(history), contentBefore: before(content) }
}
