import { describe, expect, it } from 'vitest'
import { unconfigured } from '@appointments/contracts'
import { listScope } from './list-scope.ts'

const free = { ...unconfigured('app-1'), restrictAgentsToOwnAppointments: false }
const asked = { agentId: ['agent-1'], organizerId: ['agent-2'] }

describe('listScope', () => {
  it("contains only the agent's own appointments by default, whatever the query says [4.1.1]", () => {
    const caller = { roles: ['ROLE_AGENT' as const], userId: 'agent-7', organizationId: 'org-1' }
    const own = { organizationId: 'org-1', agentIds: ['agent-7'] }
    expect(listScope(caller, asked, unconfigured('app-1'))).toEqual(own)
    expect(listScope(caller, asked, undefined)).toEqual(own)
    expect(listScope(caller, asked, free)).toEqual({ organizationId: 'org-1', agentIds: ['agent-1'] })
    expect(listScope(caller, {}, { ...free, agentAccess: 'ASSIGNED' })).toEqual(own)
  })

  it('applies organizerId for supervisors only, and agentId before organizerId [4.1.2]', () => {
    const supervisor = { roles: ['ROLE_SUPERVISOR' as const], userId: 's-1' }
    expect(listScope(supervisor, { organizerId: ['agent-2'] }, free)).toMatchObject({
      organizerIds: ['agent-2'],
    })
    expect(listScope(supervisor, asked, free)).not.toHaveProperty('organizerIds')
    const machine = { roles: ['ROLE_CLIENT_SERVICE' as const] }
    expect(listScope(machine, { organizerId: ['agent-2'] }, undefined)).not.toHaveProperty('organizerIds')
  })
})
