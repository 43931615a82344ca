import type { RosterSnapshot } from '@appointments/contracts'
import type { Tx } from '@appointments/postgres'

/** Rosters that were read before their events arrived, so that their changes are not recorded yet. Lock the appointment first. */
export const unrecordedRosters = {
  /**
   * Notes that a roster was read ahead of its events.
   * @param recorded the roster that it replaces
   */
  note(tx: Tx, id: string, recorded: RosterSnapshot, read: RosterSnapshot): void {
    tx.write(
      `INSERT INTO unrecorded_rosters (appointment_id, recorded, read_version) VALUES ($1, $2, $3)
       ON CONFLICT (appointment_id) DO UPDATE SET read_version = excluded.read_version`,
      [id, recorded, read.version],
    )
  },

  /**
   * Takes the event of a roster that was read ahead.
   * @returns the roster before it; undefined if the roster of the event was not read ahead
   */
  async take(tx: Tx, id: string, roster: RosterSnapshot): Promise<RosterSnapshot | undefined> {
    const { rows } = await tx.query<{ recorded: RosterSnapshot; readVersion: number }>(
      'SELECT recorded, read_version AS "readVersion" FROM unrecorded_rosters WHERE appointment_id = $1',
      [id],
    )
    const [unrecorded] = rows
    if (!unrecorded || roster.version <= unrecorded.recorded.version) return undefined
    if (roster.version === unrecorded.readVersion)
      tx.write('DELETE FROM unrecorded_rosters WHERE appointment_id = $1', [id])
    else tx.write('UPDATE unrecorded_rosters SET recorded = $2 WHERE appointment_id = $1', [id, roster])
    return unrecorded.recorded
  },
}
