import { randomBytes } from 'node:crypto'

/** Opens the room of a video appointment. */
export interface RoomProvider {
  /**
   * The address of a new room.
   * @throws Problem ROOM_UNAVAILABLE or ROOM_TIMEOUT if the provider returns none
   */
  open: (appointment: { id: string; start: string; end: string }) => Promise<string>
}

/**
 * Rooms that need no provider: `{room}` becomes an unguessable name (128 random bits), and `{id}` the id of the
 * appointment.
 */
export const templateRooms = (template: string): RoomProvider => ({
  open: ({ id }) =>
    Promise.resolve(
      template
        .replace('{id}', encodeURIComponent(id))
        .replace('{room}', randomBytes(16).toString('base64url')),
    ),
})
