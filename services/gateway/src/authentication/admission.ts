import type { Request } from 'express'
import { hasRole, isStaff, problem, type Role } from '@appointments/contracts'
import type { Visitor, Visitors } from './visitors.ts'

interface AdmissionDeps {
  visitors: Visitors
  tenancy: 'required' | 'optional'
}

/** Lets visitors in by their bearer token: 401 for the token first, then 403 for the role (decisions, section 1). */
export function createAdmission({ visitors, tenancy }: AdmissionDeps) {
  return {
    /**
     * @throws Problem UNAUTHORIZED without a valid token
     * @throws Problem FORBIDDEN where no role fits, or a customer's token names no appointment
     * @throws Problem TENANT_REQUIRED where staff has to belong to an organization
     */
    async withRole(request: Request, allowed: readonly Role[]): Promise<Visitor> {
      const token = bearerOf(request)
      if (token === undefined) throw problem('UNAUTHORIZED')
      const visitor = await visitors.withToken(token)
      const { caller } = visitor
      if (!hasRole(caller, ...allowed)) throw problem('FORBIDDEN')
      const onlyAsCustomer = !hasRole(caller, ...allowed.filter((role) => role !== 'ROLE_CUSTOMER'))
      if (onlyAsCustomer && !caller.customer) throw problem('FORBIDDEN', 'The token names no appointment')
      if (tenancy === 'required' && isStaff(caller) && caller.organizationId === undefined)
        throw problem('TENANT_REQUIRED')
      return visitor
    },
    /**
     * Anyone; a bearer token need not be there, but has to be valid.
     * @throws Problem UNAUTHORIZED
     */
    async open(request: Request): Promise<Visitor> {
      const token = bearerOf(request)
      return token === undefined ? visitors.anonymous() : visitors.withToken(token)
    },
  }
}
export type Admission = ReturnType<typeof createAdmission>

/** The token of a bearer header (RFC 6750, section 2.1); empty where the header carries none. */
export function bearerOf(request: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(request.get('authorization') ?? '')
  return match ? (match[1] ?? '') : undefined
}
