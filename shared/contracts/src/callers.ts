import { z } from 'zod'

export const roles = ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE', 'ROLE_CUSTOMER'] as const
export type Role = (typeof roles)[number]

/** What a customer's token lets its holder do, and with which appointment. */
export const customerGrant = z.discriminatedUnion('via', [
  /** A room ticket, a secureToken, or a token made elsewhere that names the appointment. */
  z.object({
    via: z.literal('room'),
    appointmentId: z.string(),
    participantId: z.string().optional(),
    /** A secureToken was exchanged for it: it reads no participant, and if it names none it never stands for one. */
    bySecureToken: z.boolean().optional(),
  }),
  /** A manage ticket with its signed context. */
  z.object({
    via: z.literal('manage'),
    appointmentId: z.string(),
    participantId: z.string(),
    ticketVersion: z.number().int(),
    actions: z.array(z.enum(['READ', 'RESCHEDULE', 'CANCEL'])),
    epoch: z.number().int(),
    /** Absent in a context that an older release signed. */
    manageEpoch: z.number().int().optional(),
  }),
])
export type CustomerGrant = z.infer<typeof customerGrant>

/** The address an OTP proved, when the caller came that way. */
export const verifiedContact = z.object({ channel: z.enum(['EMAIL', 'SMS']), to: z.string() })
export type VerifiedContact = z.infer<typeof verifiedContact>

/** The one-time password behind a verified contact. */
export const usedPassword = z.object({
  id: z.string(),
  /** The application it was asked for; absent when an older release of the gateway issued it. */
  applicationId: z.string().optional(),
})
export type UsedPassword = z.infer<typeof usedPassword>

/** Who calls, as the gateway found out. Services believe nothing else. */
export const caller = z.object({
  roles: z.array(z.enum(roles)),
  /** Absent for anonymous callers and for machines without a user. */
  userId: z.string().optional(),
  /** Absent where the token is not confined to one organization. */
  organizationId: z.string().optional(),
  /** The client that calls: registered for HTTP Basic, or named by a machine's token. Absent for users. */
  clientId: z.string().optional(),
  /** Tells tokens of staff apart that name neither a user nor a client: a hash of what was signed. */
  tokenHash: z.string().optional(),
  customer: customerGrant.optional(),
  verifiedContact: verifiedContact.optional(),
  /** What proved `verifiedContact`; it books once. Absent when an older release of the gateway calls. */
  oneTimePassword: usedPassword.optional(),
})
export type Caller = z.infer<typeof caller>

/** Whether the caller books for itself: it proved an address, and no registered client vouches for the rest. */
export const booksForItself = ({ verifiedContact, clientId }: Caller): boolean =>
  verifiedContact !== undefined && clientId === undefined

export const hasRole = (caller: Caller, ...wanted: Role[]): boolean =>
  wanted.some((role) => caller.roles.includes(role))

/** Whether the caller is a registered client that books for a customer: its secret vouches for what it sends. */
export const isRegisteredClient = (caller: Caller): boolean =>
  caller.roles.length === 0 && caller.clientId !== undefined

/** Whether the caller acts as staff; a token with staff and customer roles acts as staff. */
export const isStaff = (caller: Caller): boolean =>
  hasRole(caller, 'ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE')

/** Who did something, as events and records keep it. */
export const actor = z.object({ id: z.string().optional(), role: z.string().optional() })
export type Actor = z.infer<typeof actor>

export const SYSTEM: Actor = { role: 'SYSTEM' }

/** The caller as an actor: the strongest role it has. */
export function actorOf(caller: Caller): Actor {
  const role = (['ROLE_SUPERVISOR', 'ROLE_AGENT', 'ROLE_CLIENT_SERVICE', 'ROLE_CUSTOMER'] as const).find(
    (one) => caller.roles.includes(one),
  )
  const id = caller.customer?.participantId ?? caller.userId
  return { ...(id !== undefined && { id }), ...(role !== undefined && { role }) }
}
