import { beforeAll, describe, expect, it } from 'vitest'
import { agent, appointmentsService, machine, of, supervisor } from './harness.ts'

const service = appointmentsService()
const read = async (caller = agent) => (await service.call(caller, 'GET', '/api/v2/me')).body
const at = (id: string) => `/api/v2/applications/${id}`

describe('getMe', () => {
  beforeAll(async () => {
    const operator = of('org-me', machine)
    await service.call(operator, 'PUT', at('me-plain'), {})
    await service.call(operator, 'PUT', at('me-branded'), {
      agentReassignmentEnabled: true,
      notesForCustomers: true,
      defaultTimezone: 'Europe/Berlin',
      notifications: { from: { emailName: 'Example Mail' } },
    })
    await service.call(operator, 'PATCH', `${at('me-branded')}/presentation`, {
      brand: { name: 'Example Bank' },
    })
    await service.call(operator, 'PUT', at('me-sender'), {
      notifications: { from: { emailName: 'Example Mail' } },
    })
    await service.call(operator, 'PUT', `${at('me-branded')}/availability`, {
      overrideRoles: ['ROLE_AGENT', 'ROLE_SUPERVISOR'],
    })
    await service.call(of('org-other', machine), 'PUT', at('me-other'), {})
    await service.publish('APAgentChangedEvent', 'org-me/agent-7', 1, {
      organizationId: 'org-me',
      id: 'agent-7',
      version: 1,
      displayName: 'Anna Berg',
      active: true,
      removed: false,
    })
  })

  const applications = [
    {
      id: 'me-branded',
      name: 'Example Bank',
      agentReassignmentEnabled: true,
      timezone: 'Europe/Berlin',
      notesForCustomers: true,
      mayOverrideCalendar: true,
    },
    {
      id: 'me-plain',
      name: 'me-plain',
      agentReassignmentEnabled: false,
      timezone: 'UTC',
      notesForCustomers: false,
      mayOverrideCalendar: false,
    },
    {
      id: 'me-sender',
      name: 'Example Mail',
      agentReassignmentEnabled: false,
      timezone: 'UTC',
      notesForCustomers: false,
      mayOverrideCalendar: false,
    },
  ]

  it('returns user, roles and name, and the applications of the organization only', async () => {
    expect(await read(of('org-me', agent))).toEqual({
      userId: 'agent-7',
      displayName: 'Anna Berg',
      roles: ['ROLE_AGENT'],
      organizationId: 'org-me',
      applications,
    })
    const both = of('org-me', { ...supervisor, roles: ['ROLE_SUPERVISOR', 'ROLE_AGENT'] })
    expect(await read(both)).toMatchObject({ userId: 'supervisor-1', roles: both.roles })
    expect(await read(both)).not.toHaveProperty('displayName')
    expect(await read(both)).toMatchObject({
      applications: applications.map(({ id }) => ({ id, mayOverrideCalendar: true })),
    })
    expect(await read(of('org-none', supervisor))).toMatchObject({ applications: [] })
  })

  it('returns all applications to a caller without an organization, and no user to a machine without one', async () => {
    const body = await read(machine)
    expect(body).toMatchObject({ roles: ['ROLE_CLIENT_SERVICE'] })
    expect(body).not.toHaveProperty('userId')
    expect(body).not.toHaveProperty('organizationId')
    const all = (body as unknown as { applications: { id: string }[] }).applications.map(({ id }) => id)
    expect(all).toEqual(expect.arrayContaining(['me-branded', 'me-other', 'me-plain']))
  })
})
