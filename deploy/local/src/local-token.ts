import { parseArgs } from 'node:util'
import jwt from 'jsonwebtoken'
import { roles, type Role } from '@appointments/contracts'
import { parsePointer, withPointer } from '@appointments/gateway-service'

/** The claims of a local token. */
export interface TokenSubject {
  role: Role
  user?: string | undefined
  organization?: string | undefined
  conference?: string | undefined
}

interface Subject extends Omit<TokenSubject, 'role'> {
  roles: readonly Role[]
}

/** Claims of a person or a machine, named as the `JWT_…` settings of the environment require. */
export function claimsFor(
  { roles: held, user, organization, conference }: Subject,
  { JWT_ROLES_CLAIM, JWT_USER_CLAIM, JWT_ORGANIZATION_CLAIM }: NodeJS.ProcessEnv = process.env,
): Record<string, unknown> {
  const claims = [
    [JWT_ROLES_CLAIM || '/roles', held],
    [JWT_USER_CLAIM || '/userId', user],
    [JWT_ORGANIZATION_CLAIM || '/organizationId', organization],
    ['/conferenceId', conference],
  ] as const
  return claims
    .filter(([, value]) => value !== undefined)
    .reduce((all, [claim, value]) => withPointer(all, parsePointer(claim) ?? [], value), {})
}

/** A token that the local system accepts for a day. @param secret one secret or several, one per line: the first one signs */
export function localToken(
  secret: string,
  { role, ...subject }: TokenSubject,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const { JWT_ISSUER, JWT_AUDIENCE } = env
  const [signing = ''] = secret.trim().split(/\s*\n\s*/)
  return jwt.sign(claimsFor({ ...subject, roles: [role] }, env), signing, {
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
