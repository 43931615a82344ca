import type { Log } from '@appointments/runtime'
import type { KeyValue } from '../key-value/key-value.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Records which keys of the key-value store hold data about an appointment, so that they can be deleted when the
 * appointment or one of its participants is removed (docs/contract/erasure.md).
 */
export const createErasureIndex = ({ keyValue, log }: { keyValue: KeyValue; log: Log }) => ({
  /** Records that a key holds data about an appointment; deletes the key if the appointment was removed before. */
  async add(appointmentId: string, key: string): Promise<void> {
    await keyValue.addMember(`traces:${appointmentId}`, key, DAY_MS)
    // records before it checks, so that a concurrent removal either finds the key or is found here
    if ((await keyValue.get(`removed:${appointmentId}`)) !== undefined) await keyValue.delete(key)
  },
  /**
   * Deletes all recorded keys. If the store is unavailable, its data stays until it expires after a day at most: the
   * removal itself has succeeded, and does not fail because of this.
   * @param isGone whether the appointment itself was removed; keys recorded later are then deleted too
   */
  async erase(appointmentId: string, { isGone }: { isGone: boolean }): Promise<void> {
    try {
      if (isGone) await keyValue.set(`removed:${appointmentId}`, '1', DAY_MS)
      const keys = await keyValue.takeMembers(`traces:${appointmentId}`)
      await Promise.all(keys.map((key) => keyValue.delete(key)))
    } catch (error) {
      log.warn(
        { err: error, appointmentId },
        'stored data of a removed appointment or participant could not be deleted and will expire',
      )
    }
  },
})
export type ErasureIndex = ReturnType<typeof createErasureIndex>
