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

/** A token that the local system accepts for a day. Its claims follow the `JWT_…` settings of the environment. */
export function localToken(
  secret: string,
  { role, user, organization, conference }: TokenSubject,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const { JWT_ROLES_CLAIM, JWT_USER_CLAIM, JWT_ORGANIZATION_CLAIM, JWT_ISSUER, JWT_AUDIENCE } = env
  const claims = [
    [JWT_ROLES_CLAIM || '/roles', [role]],
    [JWT_USER_CLAIM || '/userId', user],
    [JWT_ORGANIZATION_CLAIM || '/organizationId', organization],
    ['/conferenceId', conference],
  ] as const
  const payload = claims
    .filter(([, value]) => value !== undefined)
    .reduce((all, [claim, value]) => withPointer(all, parsePointer(claim) ?? [], value), {})
  return jwt.sign(payload, secret, {
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
