import type { Log } from '@appointments/runtime'
import type { KeyValue } from '../key-value/key-value.ts'

const DAY_MS = 24 * 3_600_000

/**
 * What the key-value store holds about an appointment, by key, so that removing the appointment leaves nothing of
 * it here (docs/contract/erasure.md).
 */
export const createTraces = ({ keyValue, log }: { keyValue: KeyValue; log: Log }) => ({
  /** Notes that what stands under a key is about an appointment; of a removed one it is deleted at once. */
  async leave(appointmentId: string, key: string): Promise<void> {
    await keyValue.addMember(`traces:${appointmentId}`, key, DAY_MS)
    // noted first and looked up second, so that a removal in between is seen by one side or the other
    if ((await keyValue.get(`removed:${appointmentId}`)) !== undefined) await keyValue.delete(key)
  },
  /**
   * Deletes all that was noted, and whatever is noted from now on. Where the store is away the traces stay until
   * they expire, a day at most: the removal itself has happened and is answered.
   */
  async erase(appointmentId: string): Promise<void> {
    try {
      await keyValue.set(`removed:${appointmentId}`, '1', DAY_MS)
      const keys = await keyValue.takeMembers(`traces:${appointmentId}`)
      await Promise.all(keys.map((key) => keyValue.delete(key)))
    } catch (error) {
      log.warn({ err: error, appointmentId }, 'traces of a removed appointment stay until they expire')
    }
  },
})
export type Traces = ReturnType<typeof createTraces>
