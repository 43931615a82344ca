import { z } from 'zod'

export const roles = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE', 'ROLE_CUSTOMER'] as const
export type Role = (typeof roles)[number]

/** Access that a customer's token grants: the appointment and the permitted actions. */
export const customerGrant = z.discriminatedUnion('via', [
  /** A room ticket, a secureToken, or a token issued elsewhere that names the appointment. */
  z.object({
    via: z.literal('room'),
    appointmentId: z.string(),
    participantId: z.string().optional(),
    /** Exchanged for a secureToken: the token reads no participant, and represents one only if it names one. */
    bySecureToken: z.boolean().optional(),
  }),
  /** A manage ticket with its signed context. */
  z.object({
    via: z.literal('manage'),
    appointmentId: z.string(),
    participantId: z.string(),
    ticketVersion: z.number().int(),
    actions: z.array(z.enum(['READ', 'RESCHEDULE', 'CANCEL'])),
    /** Required by the previous release; this one reads `manageEpoch` only. */
    epoch: z.number().int(),
    manageEpoch: z.number().int(),
  }),
])
export type CustomerGrant = z.infer<typeof customerGrant>

/** The address verified by a one-time password, if the caller used one. */
export const verifiedContact = z.object({ channel: z.enum(['EMAIL', 'SMS']), to: z.string() })
export type VerifiedContact = z.infer<typeof verifiedContact>

/** The one-time password behind a verified contact. */
export const usedPassword = z.object({
  id: z.string(),
  /** The application it was requested for. */
  applicationId: z.string(),
})
export type UsedPassword = z.infer<typeof usedPassword>

/** The caller as identified by the gateway. Services trust no other source. */
export const caller = z.object({
  roles: z.array(z.enum(roles)),
  /** Absent for anonymous callers and for machine clients without a user. */
  userId: z.string().optional(),
  /** Absent if the token is not limited to one organization. */
  organizationId: z.string().optional(),
  /** The calling client: registered for HTTP Basic, or named by a machine's token. Absent for users. */
  clientId: z.string().optional(),
  /** Distinguishes staff tokens that name neither a user nor a client: a hash of the signed content. */
  tokenHash: z.string().optional(),
  /** A caller without credentials: an HMAC of its address, or of its network for IPv6. */
  visitor: z.string().optional(),
  customer: customerGrant.optional(),
  verifiedContact: verifiedContact.optional(),
  /** The password behind `verifiedContact`; it books once. */
  oneTimePassword: usedPassword.optional(),
})
export type Caller = z.infer<typeof caller>

/**
 * Whether the caller books for itself: it verified an address, and no registered client vouches for other
 * data.
 */
export const booksForItself = ({ verifiedContact, clientId }: Caller): boolean =>
  verifiedContact !== undefined && clientId === undefined

export const hasRole = (caller: Caller, ...wanted: Role[]): boolean =>
  wanted.some((role) => caller.roles.includes(role))

/**
 * Whether the caller is a registered client that books for a customer: its secret vouches for the data it
 * sends.
 */
export const isRegisteredClient = (caller: Caller): boolean =>
  caller.roles.length === 0 && caller.clientId !== undefined

/** Whether the caller acts as staff; a token with staff and customer roles acts as staff. */
export const isStaff = (caller: Caller): boolean =>
  hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')

/**
 * How a change was requested: with a token of the API, through a customer's link, or by the system itself because of
 * the time or another event.
 */
export const changeVias = ['API', 'MANAGE_LINK', 'ROOM_LINK', 'SYSTEM'] as const
export type ChangeVia = (typeof changeVias)[number]

/** The user or client that did something, as stored in events and records. */
export const actor = z.object({
  id: z.string().optional(),
  role: z.string().optional(),
  /** The link that a customer used; absent for others, and in events of older releases. */
  via: z.enum(['MANAGE_LINK', 'ROOM_LINK']).optional(),
})
export type Actor = z.infer<typeof actor>

export const SYSTEM: Actor = { role: 'SYSTEM' }

const VIA_OF = { manage: 'MANAGE_LINK', room: 'ROOM_LINK' } as const

/** How an actor requested a change. */
export const viaOf = ({ role, via }: Actor): ChangeVia => via ?? (role === SYSTEM.role ? 'SYSTEM' : 'API')

/** The caller as an actor, with the strongest of its roles. */
export function actorOf(caller: Caller): Actor {
  const role = (['ROLE_SUPERVISOR', 'ROLE_AGENT', 'ROLE_CLIENT_SERVICE', 'ROLE_CUSTOMER'] as const).find(
    (one) => caller.roles.includes(one),
  )
  const grant = isStaff(caller) ? undefined : caller.customer
  const id = caller.customer?.participantId ?? caller.userId
  return {
    ...(id !== undefined && { id }),
    ...(role !== undefined && { role }),
    ...(grant && { via: VIA_OF[grant.via] }),
  }
}
