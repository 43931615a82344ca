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

/** Claims that are read instead of those with the usual names. */
export interface ClaimNames {
  roles?: Pointer | undefined
  organization?: Pointer | undefined
  user?: Pointer | undefined
}

/** Reads a manage context that belongs to a ticket. */
export type ReadManageContext = (context: string, ticketHash: string) => CustomerGrant | undefined

/**
 * Who the claims of a verified token stand for (docs/contract/access.md#claims).
 * @throws Problem UNAUTHORIZED for an organization that is no text
 */
export function callerOf(
  claims: Claims,
  readManageContext: ReadManageContext,
  names: ClaimNames = {},
): Caller {
  const who: Caller = { roles: rolesOf(claims, names) }
  const userId = userIdOf(claims, who, names)
  const organizationId = organizationOf(claims, names)
  const clientId = text(claims.client_id)
  const customer = grantOf(claims, who, readManageContext)
  return {
    ...who,
    ...(userId !== undefined && { userId }),
    ...(organizationId !== undefined && { organizationId }),
    ...(userId === undefined && clientId !== undefined && { clientId }),
    ...(customer && { customer }),
  }
}

/** A claim that is text with something in it; anything else counts as absent. */
const text = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim !== '' ? claim : undefined

/** The first of some claims that is text with something in it. */
const firstText = (found: readonly unknown[]): string | undefined =>
  found.map(text).find((one) => one !== undefined)

/** The claim that a pointer names; without one, those of the given names. */
const named = (claims: Claims, pointer: Pointer | undefined, usual: readonly string[]): unknown[] =>
  pointer === undefined ? usual.map((name) => claims[name]) : [readPointer(claims, pointer)]

/**
 * `roles` and `authorities` together: a list, or one text with commas or spaces between its entries. Entries are text
 * or `{authority}`, with or without their prefix.
 */
function rolesOf(claims: Claims, { roles: pointer }: ClaimNames): Role[] {
  const entries = named(claims, pointer, ['roles', 'authorities']).flatMap((claim) =>
    typeof claim === 'string' ? claim.split(/[\s,]+/) : claim,
  )
  const given = entries.map((entry: unknown) => {
    const name =
      typeof entry === 'object' && entry !== null ? (entry as { authority?: unknown }).authority : entry
    return typeof name === 'string' ? name.replace(/^(?!ROLE_)/, 'ROLE_') : undefined
  })
  return roles.filter((role) => given.includes(role))
}

/** A machine's own name is no user: its user id counts only beside a different `client_id`. */
function userIdOf(claims: Claims, who: Caller, { user: pointer }: ClaimNames): string | undefined {
  const userId = firstText(named(claims, pointer, ['userId', 'user_id', 'sub']))
  return hasRole(who, 'ROLE_CLIENT_SERVICE') && userId === text(claims.client_id) ? undefined : userId
}

/** A token whose organization cannot be read must not pass for one without: it would reach every organization. */
function organizationOf(claims: Claims, { organization: pointer }: ClaimNames): string | undefined {
  const found = named(claims, pointer, ['organizationId', 'organization'])
  if (found.some((claim) => claim != null && typeof claim !== 'string'))
    throw unauthorized('TOKEN_CLAIM', 'The organization claim of the token must be text')
  return firstText(found)
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
  return {
    via: 'room',
    appointmentId,
    ...(participantId !== undefined && { participantId }),
    ...(claims.bySecureToken === true && { bySecureToken: true }),
  }
}
