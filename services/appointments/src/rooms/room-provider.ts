import { randomBytes } from 'node:crypto'

/** Opens the room of a video appointment. */
export interface RoomProvider {
  /**
   * The address of a new room.
   * @throws Problem UNAVAILABLE where the room cannot be had now
   */
  open: (appointment: { id: string; start: string; end: string }) => Promise<string>
}

/** Rooms that need no opening: an address with a name nobody can guess (128 random bits). */
export const templateRooms = (template: string): RoomProvider => ({
  open: () => Promise.resolve(template.replace('{room}', randomBytes(16).toString('base64url'))),
})
