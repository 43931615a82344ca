import { CALLER_HEADER } from '@appointments/credentials'
import type { Deadline } from './deadline.ts'
import { UpstreamFailure } from './upstream-failure.ts'
import type { Upstream } from './upstream.ts'

interface AppointmentLookup {
  /** The service that owns appointments. */
  owner: Upstream
  /** The path of the appointment at that service. */
  path: string
  internalToken: string
  deadline: Deadline
}

/**
 * Checks that an appointment unknown to a service is also unknown to its owner, on behalf of the same caller. A service
 * that was unavailable may not have received the booking yet.
 * @throws UpstreamFailure if the owner returns the appointment or is unavailable, so that the client retries
 */
export async function requireUnknown({
  owner,
  path,
  internalToken,
  deadline,
}: AppointmentLookup): Promise<void> {
  const headers = { [CALLER_HEADER]: internalToken }
  const { status } = await owner.send({ method: 'GET', path, headers, repeatable: true, deadline })
  if (status < 300 || status >= 500)
    throw new UpstreamFailure(
      false,
      new Error(`${path} is unknown to a service, but its owner responded ${status}`),
    )
}
