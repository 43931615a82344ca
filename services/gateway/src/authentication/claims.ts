import { hasRole, isStaff, roles, type Caller, type CustomerGrant, type Role } from '@appointments/contracts'

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>

/** Reads a manage context that belongs to a ticket. */
export type ReadManageContext = (context: string, ticketHash: string) => CustomerGrant | undefined

/** Who the claims of a verified token stand for (decisions, section 1). */
export function callerOf(claims: Claims, readManageContext: ReadManageContext): Caller {
  const who: Caller = { roles: rolesOf(claims) }
  const userId = userIdOf(claims, who)
  const organizationId = text(claims.organizationId) ?? text(claims.organization)
  const customer = grantOf(claims, who, readManageContext)
  return {
    ...who,
    ...(userId !== undefined && { userId }),
    ...(organizationId !== undefined && { organizationId }),
    ...(customer && { customer }),
  }
}

/** A claim that is text with something in it; anything else counts as absent. */
const text = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim !== '' ? claim : undefined

/** `roles` and `authorities` together; entries are text or `{authority}`, with or without their prefix. */
function rolesOf(claims: Claims): Role[] {
  const named = [claims.roles, claims.authorities].flat().map((entry: unknown) => {
    const name =
      typeof entry === 'object' && entry !== null ? (entry as { authority?: unknown }).authority : entry
    return typeof name === 'string' ? name.replace(/^(?!ROLE_)/, 'ROLE_') : undefined
  })
  return roles.filter((role) => named.includes(role))
}

/** A machine's own name is no user: its user id counts only beside a different `client_id`. */
function userIdOf(claims: Claims, who: Caller): string | undefined {
  const userId = text(claims.userId) ?? text(claims.user_id) ?? text(claims.sub)
  return hasRole(who, 'ROLE_CLIENT_SERVICE') && userId === text(claims.client_id) ? undefined : userId
}

/** What a customer may reach; somebody who is staff as well acts as staff. */
function grantOf(
  claims: Claims,
  who: Caller,
  readManageContext: ReadManageContext,
): CustomerGrant | undefined {
  if (!hasRole(who, 'ROLE_CUSTOMER') || isStaff(who)) return undefined
  const context = text(claims.customer_manage_token)
  const ticketHash = text(claims.ticket_id)
  const managed =
    context !== undefined && ticketHash !== undefined ? readManageContext(context, ticketHash) : undefined
  if (managed) return managed
  const appointmentId = text(claims.conferenceId)
  const participantId = text(claims.participantId)
  if (appointmentId === undefined) return undefined
  return { via: 'room', appointmentId, ...(participantId !== undefined && { participantId }) }
}
