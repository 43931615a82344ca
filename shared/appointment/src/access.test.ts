import { describe, expect, it } from 'vitest'
import { Problem, type Caller } from '@appointments/contracts'
import { aWhole, staff } from '../test/builders.ts'
import {
  checkManageGrant,
  isAssigned,
  mayReach,
  reach,
  rejectForeignCustomer,
  rejectRemovedCustomer,
} from './access.ts'

const codeOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
  return undefined
}

const organization = { agentAccess: 'ORGANIZATION' } as const
const assigned = { agentAccess: 'ASSIGNED' } as const
const agent = (userId: string, organizationId?: string): Caller => ({
  roles: ['ROLE_AGENT'],
  userId,
  ...(organizationId !== undefined && { organizationId }),
})
const customer = (grant: Partial<Extract<Caller['customer'], { via: 'manage' }>> = {}): Caller => ({
  roles: ['ROLE_CUSTOMER'],
  customer: {
    via: 'manage',
    appointmentId: 'a-1',
    participantId: 'c-1',
    ticketVersion: 1,
    actions: ['READ', 'CANCEL'],
    epoch: 2,
    manageEpoch: 2,
    ...grant,
  },
})

describe('staff', () => {
  it('reaches only appointments of its organization', () => {
    expect(mayReach(agent('agent-9', 'org-1'), aWhole(), organization)).toBe(true)
    expect(mayReach(agent('agent-9', 'org-2'), aWhole(), organization)).toBe(false)
    expect(mayReach(staff, aWhole(), organization)).toBe(true)
  })

  it('is limited to assigned appointments only as an agent', () => {
    expect(mayReach(agent('agent-9'), aWhole(), assigned)).toBe(false)
    expect(mayReach(agent('agent-7'), aWhole(), assigned)).toBe(true)
    expect(mayReach(staff, aWhole(), assigned)).toBe(true)
    expect(isAssigned(aWhole(), undefined)).toBe(false)
  })

  it('does not learn whether an inaccessible appointment exists', () => {
    for (const whole of [undefined, aWhole({ organizationId: 'org-2' })])
      expect(codeOf(() => reach(agent('agent-9', 'org-1'), whole, () => organization))).toBe(
        'APPOINTMENT_NOT_FOUND',
      )
  })
})

describe('a customer', () => {
  it('reaches only the appointment of its token', () => {
    expect(reach(customer(), aWhole(), () => organization).appointment.id).toBe('a-1')
    expect(codeOf(() => reach(customer(), aWhole({ id: 'a-2' }), () => organization))).toBe('FORBIDDEN')
    expect(codeOf(() => rejectForeignCustomer(customer(), 'a-2'))).toBe('FORBIDDEN')
    expect(codeOf(() => rejectForeignCustomer(staff, 'a-2'))).toBeUndefined()
  })

  it('reaches only appointments of the organization that its token names', () => {
    const codeAt = (ofToken?: string, ofAppointment?: string) => {
      const caller = { ...customer(), ...(ofToken !== undefined && { organizationId: ofToken }) }
      return codeOf(() => reach(caller, aWhole({ organizationId: ofAppointment }), () => organization))
    }
    expect(codeAt('org-1', 'org-1')).toBeUndefined()
    expect(codeAt(undefined, 'org-1')).toBeUndefined()
    expect(codeAt(undefined, undefined)).toBeUndefined()
    expect(codeAt('org-2', 'org-1')).toBe('APPOINTMENT_NOT_FOUND')
    expect(codeAt('org-2', undefined)).toBe('APPOINTMENT_NOT_FOUND')
  })

  it('is rejected after its removal', () => {
    expect(codeOf(() => rejectRemovedCustomer(customer(), aWhole().roster))).toBeUndefined()
    const others = aWhole({}, { participants: [{ id: 'c-2', type: 'CUSTOMER' }] })
    expect(codeOf(() => rejectRemovedCustomer(customer(), others.roster))).toBe('FORBIDDEN')
  })
})

describe('a manage link', () => {
  const check = (caller: Caller, whole = aWhole()) => codeOf(() => checkManageGrant(caller, whole, 'CANCEL'))

  it('covers the actions that it names, and staff need none', () => {
    expect(check(customer())).toBeUndefined()
    expect(check(customer({ actions: ['READ'] }))).toBe('FORBIDDEN')
    expect(check(staff)).toBeUndefined()
  })

  it('is stale if it was replaced, its epoch has passed or the customer was removed', () => {
    expect(check(customer(), aWhole({ manageVersions: { 'c-1': 2 } }))).toBe('MANAGE_TICKET_STALE')
    expect(check(customer(), aWhole({ epoch: 2 }))).toBe('MANAGE_TICKET_STALE')
    expect(check(customer(), aWhole({}, { participants: [] }))).toBe('MANAGE_TICKET_STALE')
  })

  it('stays valid when other participants come and go', () => {
    const joined = aWhole({}, { epoch: 3, membershipChanges: 2 })
    expect(check(customer({ manageEpoch: 2 }), joined)).toBeUndefined()
    expect(check(customer({ epoch: 4, manageEpoch: 4 }), joined)).toBe('MANAGE_TICKET_STALE')
  })
})
