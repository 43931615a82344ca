import type { Request } from 'express'
import {
  hasRole,
  isStaff,
  oneOf,
  problem,
  unauthorized,
  type Caller,
  type Role,
} from '@appointments/contracts'
import type { BasicClient } from './basic-client.ts'
import { clientOf, namesClient } from './basic-credentials.ts'
import type { Visitor, Visitors } from './visitors.ts'

interface AdmissionDeps {
  visitors: Visitors
  tenancy: 'required' | 'optional'
  basicClients: () => readonly BasicClient[]
}

/** Authenticates and authorizes requests: first 401 for the token, then 403 for the role (docs/contract/access.md#order-of-checks). */
export function createAdmission({ visitors, tenancy, basicClients }: AdmissionDeps) {
  return {
    /**
     * @throws Problem UNAUTHORIZED without a valid token
     * @throws Problem FORBIDDEN if the token has none of the roles, or is a customer's and names no appointment
     * @throws Problem TENANT_REQUIRED if staff must belong to an organization and the token names none
     */
    async withRole(request: Request, allowed: readonly Role[]): Promise<Visitor> {
      const visitor = await visitors.withToken(requireBearer(request))
      const { caller } = visitor
      if (!hasRole(caller, ...allowed)) throw lacksRole(caller, allowed)
      const onlyAsCustomer = !hasRole(caller, ...allowed.filter((role) => role !== 'ROLE_CUSTOMER'))
      if (onlyAsCustomer && !caller.customer) throw problem('FORBIDDEN', NO_APPOINTMENT)
      if (tenancy === 'required' && isStaff(caller) && caller.organizationId === undefined)
        throw problem('TENANT_REQUIRED')
      return visitor
    },
    /** Whether a request has no Authorization header. */
    hasNoCredentials: (request: Request): boolean => request.get('authorization') === undefined,
    /**
     * For open operations. A bearer token and a client's Basic credentials are optional, but must be valid if present.
     * Other Basic credentials, such as a one-time password, are ignored.
     * @throws Problem UNAUTHORIZED
     */
    async open(request: Request): Promise<Visitor> {
      const client = clientOf(request, basicClients())
      if (client) return visitors.asClient(client)
      if (namesClient(request, basicClients()))
        throw problem('UNAUTHORIZED', 'The client credentials are invalid.')
      const token = bearerOf(request)
      return token === undefined ? visitors.anonymous() : visitors.withToken(token || requireBearer(request))
    },
  }
}
export type Admission = ReturnType<typeof createAdmission>

const NO_APPOINTMENT =
  'The token has ROLE_CUSTOMER but names no appointment; it needs conferenceId, or customer_manage_token with the ticket_id it belongs to.'

function lacksRole({ roles }: Caller, requiredRoles: readonly Role[]) {
  const has = roles.length === 0 ? 'no role of this API' : roles.join(' and ')
  return problem('FORBIDDEN', {
    detail: `Needs ${oneOf(requiredRoles)}; this token has ${has}.`,
    extensions: { requiredRoles },
  })
}

/**
 * The token of a request that requires one.
 * @throws Problem UNAUTHORIZED
 */
export function requireBearer(request: Request): string {
  const token = bearerOf(request)
  if (token) return token
  if (token === undefined && request.get('authorization'))
    throw unauthorized('TOKEN_SCHEME', "The Authorization header must begin with 'Bearer '")
  throw unauthorized('TOKEN_MISSING', 'The request has no bearer token in its Authorization header')
}

/** The token of a bearer header (RFC 6750, section 2.1); empty if the header has no token, undefined without the header. */
export function bearerOf(request: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(request.get('authorization') ?? '')
  return match ? (match[1] ?? '') : undefined
}
