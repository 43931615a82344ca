import {
  hasRole,
  isStaff,
  roles,
  unauthorized,
  type Caller,
  type CustomerGrant,
  type Role,
} from '@appointments/contracts'
import { readPointer, type Pointer } from './json-pointer.ts'

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>

/** Claims to read instead of the default ones. */
export interface ClaimNames {
  roles?: Pointer | undefined
  organization?: Pointer | undefined
  user?: Pointer | undefined
}

/** Reads a manage context; undefined if it is invalid or does not belong to the ticket. */
export type ReadManageContext = (context: string, ticketHash: string) => CustomerGrant | undefined

/**
 * The caller that the claims of a verified token describe (docs/contract/access.md#claims).
 * @throws Problem UNAUTHORIZED if the organization is not text
 */
export function callerOf(
  claims: Claims,
  readManageContext: ReadManageContext,
  names: ClaimNames = {},
): Caller {
  const who: Caller = { roles: rolesOf(claims, names) }
  const userId = userIdOf(claims, who, names)
  const organizationId = organizationOf(claims, names)
  // a caller without a staff role would count as a registered client, whose secret vouches for its data
  const clientId = isStaff(who) ? text(claims.client_id) : undefined
  const customer = grantOf(claims, who, readManageContext)
  return {
    ...who,
    ...(userId !== undefined && { userId }),
    ...(organizationId !== undefined && { organizationId }),
    ...(userId === undefined && clientId !== undefined && { clientId }),
    ...(customer && { customer }),
  }
}

/** A claim that is non-empty text; any other value counts as absent. */
const text = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim !== '' ? claim : undefined

/** The first claim that is non-empty text. */
const firstText = (found: readonly unknown[]): string | undefined =>
  found.map(text).find((one) => one !== undefined)

/** The claim at a pointer; without a pointer, the claims with the default names. */
const claimsAt = (claims: Claims, pointer: Pointer | undefined, defaults: readonly string[]): unknown[] =>
  pointer === undefined ? defaults.map((name) => claims[name]) : [readPointer(claims, pointer)]

/**
 * The union of `roles` and `authorities`. Each is a list, or a text with entries separated by commas or spaces;
 * entries are text or `{authority}`, with or without the prefix `ROLE_`.
 */
function rolesOf(claims: Claims, { roles: pointer }: ClaimNames): Role[] {
  const entries = claimsAt(claims, pointer, ['roles', 'authorities']).flatMap((claim) =>
    typeof claim === 'string' ? claim.split(/[\s,]+/) : claim,
  )
  const given = entries.map((entry: unknown) => {
    const name =
      typeof entry === 'object' && entry !== null ? (entry as { authority?: unknown }).authority : entry
    return typeof name === 'string' ? name.replace(/^(?!ROLE_)/, 'ROLE_') : undefined
  })
  return roles.filter((role) => given.includes(role))
}

/** A machine's subject is not a user: its user id counts only if it differs from `client_id`. */
function userIdOf(claims: Claims, who: Caller, { user: pointer }: ClaimNames): string | undefined {
  const userId = firstText(claimsAt(claims, pointer, ['userId', 'user_id', 'sub']))
  return hasRole(who, 'ROLE_CLIENT_SERVICE') && userId === text(claims.client_id) ? undefined : userId
}

/** An unreadable organization must not count as none: a token without an organization has access to all of them. */
function organizationOf(claims: Claims, { organization: pointer }: ClaimNames): string | undefined {
  const found = claimsAt(claims, pointer, ['organizationId', 'organization'])
  if (found.some((claim) => claim != null && typeof claim !== 'string'))
    throw unauthorized('TOKEN_CLAIM', 'The organization claim of the token must be text')
  return firstText(found)
}

/** The appointment a customer has access to; a caller with a staff role acts as staff and gets no grant. */
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
  return {
    via: 'room',
    appointmentId,
    ...(participantId !== undefined && { participantId }),
    ...(claims.bySecureToken === true && { bySecureToken: true }),
  }
}
