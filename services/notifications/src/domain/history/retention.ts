import { defaultRetention, lengthOf, type Application } from '@appointments/contracts'

/** The times before which ended records of an application have expired. */
export interface Expiry {
  applicationId: string
  /** Records that ended before this time are deleted. */
  historyBefore: Date
  /** Records that ended before this time lose their content. */
  contentBefore: Date
}

/** Computes the expiry times of an application. */
export function expiryOf(
  { id, notifications }: Pick<Application, 'id' | 'notifications'>,
  now: Date,
): Expiry {
  const { history, content } = notifications.retention ?? defaultRetention
  const before = (duration: string) => new Date(now.getTime() - lengthOf(duration))
  return { applicationId: id, historyBefore: before(history), contentBefore: before(content) }
}
