import { z } from 'zod'
import { storedAssignment } from './snapshots.ts'

/** The time of one agent that an appointment or a hold occupies: `[from, to)`, with buffers. */
export const claim = z.object({
  agentId: z.string(),
  /** RESERVED: the time of a member of the queue who becomes the organizer later. */
  kind: z.enum(['BOOKED', 'RESERVED', 'HELD']),
  from: z.string(),
  to: z.string(),
  /** For a hold, when it expires. */
  expiresAt: z.string().optional(),
})
export type Claim = z.infer<typeof claim>

/** All claims of an appointment or a hold. If there are none, it no longer occupies any agent's time. */
export const claimsOfHolder = z.object({
  /** For a hold, the SHA-256 of the id that its owner has. */
  holder: z.object({ type: z.enum(['APPOINTMENT', 'HOLD']), id: z.string() }),
  /** Grows with every change of the holder, so the highest version is the newest. */
  version: z.int(),
  /** Grows with changes of the claims within one version; 0 if absent. */
  revision: z.int().optional(),
  /** '' for an application without an organization. */
  organizationId: z.string(),
  applicationId: z.string(),
  serviceTypeId: z.string().optional(),
  queueId: z.string().optional(),
  /** Requirements of the booking beyond those of the queue. An older release leaves them out. */
  requires: storedAssignment.shape.requires,
  /** The agent whom a move keeps if no queue serves the appointment. An older release leaves it out. */
  organizerId: z.string().optional(),
  /** The appointment's own time, without buffers. */
  start: z.string(),
  end: z.string(),
  claims: z.array(claim),
})
export type ClaimsOfHolder = z.infer<typeof claimsOfHolder>

/** Maximum number of events that `readUnapplied` returns. */
export const MOST_UNAPPLIED = 10_000

/** Maximum number of holders in one page of `readClaims`. */
export const CLAIMS_PAGE = 1000
