import { parseArgs } from 'node:util'
import jwt from 'jsonwebtoken'
import { roles, type Role } from '@appointments/contracts'

/** The claims of a local token. */
export interface TokenSubject {
  role: Role
  user?: string | undefined
  organization?: string | undefined
  conference?: string | undefined
}

/** A token that the local system accepts for a day. */
export function localToken(secret: string, { role, user, organization, conference }: TokenSubject): string {
  const claims = {
    roles: [role],
    ...(user !== undefined && { userId: user }),
    ...(organization !== undefined && { organizationId: organization }),
    ...(conference !== undefined && { conferenceId: conference }),
  }
  const { JWT_ISSUER, JWT_AUDIENCE } = process.env
  return jwt.sign(claims, secret, {
    algorithm: 'HS256',
    expiresIn: '1d',
    ...(JWT_ISSUER && { issuer: JWT_ISSUER }),
    ...(JWT_AUDIENCE && { audience: JWT_AUDIENCE }),
  })
}

/**
 * Reads `--role ROLE_AGENT --user agent-7 [--organization …] [--conference …]`.
 * @throws Error that lists the roles if the role is unknown
 */
export function tokenSubject(args: string[]): TokenSubject {
  const { values } = parseArgs({
    args,
    options: {
      role: { type: 'string', default: 'ROLE_AGENT' },
      user: { type: 'string' },
      organization: { type: 'string' },
      conference: { type: 'string' },
    },
  })
  if (!roles.includes(values.role as Role)) throw new Error(`--role is one of ${roles.join(', ')}`)
  return { ...values, role: values.role as Role }
}
