import jwt from 'jsonwebtoken'
import { expect, it } from 'vitest'
import { localToken } from '../src/local-token.ts'

const subject = { role: 'ROLE_AGENT', user: 'agent-7', organization: 'org-1' } as const
const claimsOf = (env: NodeJS.ProcessEnv) => jwt.verify(localToken('secret', subject, env), 'secret')

it('carries role, user and organization in the default claims', () => {
  expect(claimsOf({})).toMatchObject({
    roles: ['ROLE_AGENT'],
    userId: 'agent-7',
    organizationId: 'org-1',
  })
})

it('carries them in the claims that the environment names [H5.3]', () => {
  const claims = claimsOf({
    JWT_ROLES_CLAIM: '/realm_access/roles',
    JWT_USER_CLAIM: '/preferred_username',
    JWT_ORGANIZATION_CLAIM: '/tenant/id',
  })
  expect(claims).toMatchObject({
    realm_access: { roles: ['ROLE_AGENT'] },
    preferred_username: 'agent-7',
    tenant: { id: 'org-1' },
  })
  expect(claims).not.toHaveProperty('roles')
})

it('is signed with the first of several secrets', () => {
  const token = localToken('new secret\nold secret\n', subject, {})
  expect(jwt.verify(token, 'new secret')).toMatchObject({ userId: 'agent-7' })
})
