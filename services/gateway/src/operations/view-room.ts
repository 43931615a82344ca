import type { RoomView } from '@appointments/contracts'
import type { CallService } from '../proxy/call-service.ts'
import { UpstreamFailure } from '../proxy/upstream-failure.ts'

/**
 * Asks the participants service who is expected in a room; undefined if no room has this address.
 * @throws UpstreamFailure
 */
export const viewRoom =
  (call: CallService) =>
  async (appointmentId: string, room: string): Promise<RoomView | undefined> => {
    const { status, body } = await call('viewRoom', { appointmentId, room })
    if (body) return body
    if (status === 400) return undefined
    throw new UpstreamFailure(false, new Error(`the participants service responded with ${status}`))
  }
export type ViewRoom = ReturnType<typeof viewRoom>
