import { createHash, createHmac } from 'node:crypto'
import { deriveKey } from './keys.ts'

export type TicketKind = 'room' | 'manage'

/** Room tickets are never rotated: they are valid while their participant takes part. */
export const ROOM_TICKET_VERSION = 1

/** Bytes of a ticket: a room link is short enough to read out, a manage link cannot be guessed at all. */
const BYTES = { room: 9, manage: 20 } as const

/** The stored form of a ticket, for lookups. */
export const ticketHash = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')

/**
 * Tickets of customers. A ticket is derived from its participant and version, so a link can be created again at any
 * time, and rotation means a new version. Only its hash is stored (docs/contract/tickets.md). The secret must not
 * change, because links that were sent would become invalid.
 */
export function tickets(dataSecret: string, publicUrl: string) {
  const key = deriveKey(dataSecret, 'ticket')
  const derive = (kind: TicketKind, participantId: string, version: number): string =>
    createHmac('sha256', key)
      .update(`${kind}/${participantId}/${version}`)
      .digest()
      .subarray(0, BYTES[kind])
      .toString('base64url')
  return {
    derive,
    hash: ticketHash,
    roomLink: (participantId: string, version: number): string =>
      `${publicUrl}/join/${derive('room', participantId, version)}`,
    manageLink: (participantId: string, version: number): string =>
      `${publicUrl}/manage/${derive('manage', participantId, version)}`,
  }
}
export type Tickets = ReturnType<typeof tickets>
