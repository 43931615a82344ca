import { z } from 'zod'

/** The time of one agent that an appointment occupies: `[from, to)`. */
export const claim = z.object({
  agentId: z.string(),
  kind: z.enum(['BOOKED']),
  from: z.string(),
  to: z.string(),
})
export type Claim = z.infer<typeof claim>

/** All claims of an appointment. None: it occupies no agent's time any more. */
export const claimsOfHolder = z.object({
  holder: z.object({ type: z.enum(['APPOINTMENT']), id: z.string() }),
  /** Grows with every change of the holder, so the highest version is the newest. */
  version: z.int(),
  /** '' for an application without an organization. */
  organizationId: z.string(),
  applicationId: z.string(),
  start: z.string(),
  end: z.string(),
  claims: z.array(claim),
})
export type ClaimsOfHolder = z.infer<typeof claimsOfHolder>
