import { describe, expect, it } from 'vitest'
import { callerOf } from './claims.ts'

const noContext = () => undefined
const grant = {
  via: 'manage',
  appointmentId: 'a-1',
  participantId: 'p-1',
  ticketVersion: 2,
  actions: ['READ'],
  epoch: 3,
  manageEpoch: 3,
} as const
const knowsContext = (context: string, ticketHash: string) =>
  context === 'context' && ticketHash === 'hash' ? { ...grant, actions: [...grant.actions] } : undefined

describe('roles', () => {
  it.each([
    [{ roles: ['ROLE_AGENT'] }, ['ROLE_AGENT']],
    [{ roles: ['AGENT'] }, ['ROLE_AGENT']],
    [{ authorities: ['SUPERVISOR'] }, ['ROLE_SUPERVISOR']],
    [{ authorities: [{ authority: 'ROLE_CLIENT_SERVICE' }] }, ['ROLE_CLIENT_SERVICE']],
    [{ roles: ['AGENT'], authorities: [{ authority: 'SUPERVISOR' }] }, ['ROLE_AGENT', 'ROLE_SUPERVISOR']],
    [{ roles: 'AGENT' }, ['ROLE_AGENT']],
    [{ roles: ['ROLE_AGENT', 'AGENT'] }, ['ROLE_AGENT']],
    [{ roles: ['ADMIN', 'ROLE_ROLE_AGENT', 'agent', '', 7, null, { authority: 7 }] }, []],
    [{ roles: { authority: 'AGENT' } }, ['ROLE_AGENT']],
    [{ roles: null }, []],
    [{}, []],
  ])('are read from %j [5.2]', (claims, roles) => {
    expect(callerOf(claims, noContext).roles).toEqual(roles)
  })
  it.each(['ROLE_SUPERVISOR,ROLE_AGENT', 'AGENT SUPERVISOR', ' AGENT ,  ROLE_SUPERVISOR, ADMIN '])(
    'are read from the text %j [H5.3]',
    (text) => {
      const both = ['ROLE_AGENT', 'ROLE_SUPERVISOR']
      expect(callerOf({ roles: text }, noContext).roles).toEqual(both)
      expect(callerOf({ authorities: text }, noContext).roles).toEqual(both)
    },
  )
})

describe('claims with configured names', () => {
  const names = {
    roles: ['realm_access', 'roles'],
    organization: ['https://example.com/organization'],
    user: ['person', 'id'],
  }
  it('are read instead of the default ones [H5.3]', () => {
    const claims = {
      realm_access: { roles: 'AGENT' },
      'https://example.com/organization': 'org-1',
      person: { id: 'agent-7' },
      roles: ['ROLE_SUPERVISOR'],
      organizationId: 'org-2',
      sub: 'somebody',
    }
    expect(callerOf(claims, noContext, names)).toEqual({
      roles: ['ROLE_AGENT'],
      organizationId: 'org-1',
      userId: 'agent-7',
    })
  })
  it('are absent if the token has only the default ones [H5.3]', () => {
    const claims = { roles: ['ROLE_SUPERVISOR'], organizationId: 'org-2', sub: 'somebody' }
    expect(callerOf(claims, noContext, names)).toEqual({ roles: [] })
  })
})

describe('an organization', () => {
  it.each([null, '', undefined])('is absent if the claim is %j [H9.5]', (organizationId) => {
    expect(callerOf({ organizationId }, noContext)).not.toHaveProperty('organizationId')
    expect(callerOf({ organizationId, organization: 'b' }, noContext).organizationId).toBe('b')
  })
  it.each([7, 0, false, ['org-1'], [], { id: 'org-1' }, {}])(
    'is rejected if the claim is %j [H4]',
    (claim) => {
      const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED' }) as Error
      expect(() => callerOf({ organizationId: claim }, noContext)).toThrow(unauthorized)
      expect(() => callerOf({ organization: claim }, noContext)).toThrow(unauthorized)
      expect(() => callerOf({ org: claim }, noContext, { organization: ['org'] })).toThrow(unauthorized)
    },
  )
})

describe('user and organization', () => {
  it('reads the user from the first of userId, user_id and sub [5.3]', () => {
    const roles = ['AGENT']
    expect(callerOf({ roles, userId: 'a', user_id: 'b', sub: 'c' }, noContext).userId).toBe('a')
    expect(callerOf({ roles, user_id: 'b', sub: 'c' }, noContext).userId).toBe('b')
    expect(callerOf({ roles, sub: 'c' }, noContext).userId).toBe('c')
    expect(callerOf({ roles, sub: 7 }, noContext)).not.toHaveProperty('userId')
  })
  it('reads the organization from organizationId, otherwise organization', () => {
    expect(callerOf({ organizationId: 'a', organization: 'b' }, noContext).organizationId).toBe('a')
    expect(callerOf({ organization: 'b' }, noContext).organizationId).toBe('b')
    expect(callerOf({ organizationId: '' }, noContext)).not.toHaveProperty('organizationId')
  })
  it('does not treat the subject of a machine as a user', () => {
    const roles = ['CLIENT_SERVICE']
    expect(callerOf({ roles, sub: 'crm', client_id: 'crm' }, noContext)).not.toHaveProperty('userId')
    expect(callerOf({ roles, sub: 'agent-7', client_id: 'crm' }, noContext).userId).toBe('agent-7')
    expect(callerOf({ roles: ['AGENT'], sub: 'crm', client_id: 'crm' }, noContext).userId).toBe('crm')
  })
})

describe('a client', () => {
  it.each(['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'])('is read from a token of %s', (role) => {
    expect(callerOf({ roles: [role], client_id: 'crm' }, noContext).clientId).toBe('crm')
  })
  it.each([[[]], [['ROLE_CUSTOMER']], [['ADMIN']]])('is not read from a token with the roles %j', (roles) => {
    expect(callerOf({ roles, client_id: 'crm' }, noContext)).not.toHaveProperty('clientId')
  })
})

describe('customers', () => {
  const roles = ['CUSTOMER']
  it('get access to a room by conferenceId [5.4]', () => {
    expect(callerOf({ roles, conferenceId: 'a-1' }, noContext).customer).toEqual({
      via: 'room',
      appointmentId: 'a-1',
    })
    expect(callerOf({ roles, conferenceId: 'a-1', participantId: 'p-1' }, noContext).customer).toEqual({
      via: 'room',
      appointmentId: 'a-1',
      participantId: 'p-1',
    })
  })
  it('may manage an appointment with a context that belongs to their ticket [5.4]', () => {
    const managed = { roles, ticket_id: 'hash', customer_manage_token: 'context' }
    expect(callerOf(managed, knowsContext).customer).toEqual(grant)
    expect(callerOf({ ...managed, ticket_id: 'other' }, knowsContext)).not.toHaveProperty('customer')
    expect(callerOf({ ...managed, ticket_id: undefined }, knowsContext)).not.toHaveProperty('customer')
    expect(callerOf({ ...managed, customer_manage_token: 'forged' }, knowsContext)).not.toHaveProperty(
      'customer',
    )
  })
  it('fall back to the room if the context is invalid', () => {
    const both = { roles, ticket_id: 'other', customer_manage_token: 'context', conferenceId: 'a-9' }
    expect(callerOf(both, knowsContext).customer).toEqual({ via: 'room', appointmentId: 'a-9' })
  })
  it('get no access from claims that are not text', () => {
    expect(callerOf({ roles, conferenceId: ['a-1'] }, noContext)).not.toHaveProperty('customer')
    expect(callerOf({ roles, conferenceId: '' }, noContext)).not.toHaveProperty('customer')
  })
  it('act as staff if they have a staff role too, and staff gets no grant', () => {
    expect(callerOf({ roles: ['AGENT', 'CUSTOMER'], conferenceId: 'a-1' }, noContext)).not.toHaveProperty(
      'customer',
    )
    expect(callerOf({ roles: ['AGENT'], conferenceId: 'a-1' }, noContext)).not.toHaveProperty('customer')
  })
})
