import { CALLER_HEADER } from '@appointments/credentials'
import type { Deadline } from './deadline.ts'
import { Unanswered } from './unanswered.ts'
import type { Upstream } from './upstream.ts'

interface Asked {
  /** The service that owns appointments. */
  owner: Upstream
  /** Path of the appointment there. */
  path: string
  internalToken: string
  deadline: Deadline
}

/**
 * Tells an appointment that does not exist from one that a service has not heard of, because it was away when it was
 * booked: the owner is asked, on behalf of the same caller.
 * @throws Unanswered where the owner shows the appointment, or cannot tell either: the client may come again
 */
export async function requireUnknown({ owner, path, internalToken, deadline }: Asked): Promise<void> {
  const headers = { [CALLER_HEADER]: internalToken }
  const { status } = await owner.send({ method: 'GET', path, headers, repeatable: true, deadline })
  if (status < 300 || status >= 500)
    throw new Unanswered(false, new Error(`a service knows nothing of ${path}, its owner answers ${status}`))
}
