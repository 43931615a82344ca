import type { RoomView } from '@appointments/contracts'
import type { AskService } from '../proxy/ask-service.ts'
import { Unanswered } from '../proxy/unanswered.ts'

/**
 * Asks the participants service who is expected in a room; undefined if no room has this address.
 * @throws Unanswered
 */
export const viewRoom =
  (ask: AskService) =>
  async (appointmentId: string, room: string): Promise<RoomView | undefined> => {
    const { status, answer } = await ask('viewRoom', { appointmentId, room })
    if (answer) return answer
    if (status === 400) return undefined
    throw new Unanswered(false, new Error(`the participants service responded with ${status}`))
  }
export type ViewRoom = ReturnType<typeof viewRoom>
