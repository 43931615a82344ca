import type { Role } from '@appointments/contracts'
import { startIssuer, type LocalIssuer, type Person } from '@appointments/testing/issuer'
import { demoTenant } from './demo-tenant.ts'
import { claimsFor } from './local-token.ts'

/**
 * The people of the demo. Its agents are the members of the demo's queue. A supervisor who also books has both roles.
 */
const staff: readonly { id: string; name: string; role: string; roles: readonly Role[] }[] = [
  { id: 'anna', name: 'Anna', role: 'Agent', roles: ['ROLE_AGENT'] },
  { id: 'ben', name: 'Ben', role: 'Agent', roles: ['ROLE_AGENT'] },
  {
    id: 'max-weber',
    name: 'Max Weber',
    role: 'Supervisor, who also books',
    roles: ['ROLE_SUPERVISOR', 'ROLE_AGENT'],
  },
  { id: 'admin', name: 'Administrator', role: 'Administrator', roles: ['ROLE_CLIENT_SERVICE'] },
]

/** All people who can sign in to the demo. */
export const people = (): Person[] =>
  staff.map(({ id, name, role, roles }) => ({
    id,
    name,
    role,
    claims: claimsFor({ roles, user: id, organization: demoTenant().organization }),
  }))

/** An issuer for the desk of the demo; undefined if the environment names another one. @param publicUrl of the gateway */
export const startLocalIssuer = (publicUrl: string): Promise<LocalIssuer> | undefined =>
  process.env.DESK_ISSUER ? undefined : startIssuer({ people: people(), url: `${publicUrl}/dev/issuer` })

/** Settings of the gateway and the web service for the issuer. */
export const issuerSettings = (issuer: LocalIssuer | undefined): Record<string, string> =>
  issuer === undefined
    ? {}
    : {
        DEV_ISSUER_URL: issuer.origin,
        DESK_ISSUER: issuer.url,
        JWT_ISSUERS: JSON.stringify([
          ...(JSON.parse(process.env.JWT_ISSUERS || '[]') as unknown[]),
          { issuer: issuer.url, jwksUrl: issuer.jwksUrl },
        ]),
      }
