import { describe, expect, it } from 'vitest'
import { unconfigured, type Application, type Caller } from '@appointments/contracts'
import { aWhole, staff } from '../test/builders.ts'
import { metadataSeenBy, seenBy } from './customer-view.ts'
import { presentAppointment, presentElement } from './present.ts'
import { presentElementV1, presentV1 } from './v1/present.ts'

const token = () => 'canary-token'
const cancellation = {
  at: '2027-01-02T00:00:00.000Z',
  by: 'canary-by',
  byRole: 'ROLE_AGENT',
  reason: 'The branch is closed',
  reasonCode: 'CLOSED',
}
const routing = {
  type: 'VENDORA_CLOUD_FLOW' as const,
  properties: { deploymentId: 'd-1', chatMode: 'vendora-cloud' as const },
}
const whole = (settings: Partial<Application> = {}, state: 'CANCELLED' | 'SCHEDULED' = 'CANCELLED') => ({
  ...aWhole(
    {
      state,
      cancellation,
      notes: 'canary-notes',
      metadata: { branch: 'Berlin', risk: 'canary-risk' },
      notificationHeaders: { 'x-a': 'canary-header' },
    },
    {
      interaction: {
        customFields: { topic: 'canary-field' },
        properties: {
          systemMessage: 'canary-system',
          failedBy: 'canary-failed-by',
          userMessage: 'No sound',
          failedAt: '2027-01-01T00:00:00.000Z',
          addedLater: 'canary-later',
        },
        routing,
        state: 'FAILED',
      },
    },
  ),
  application: { ...unconfigured('app-1'), ...settings },
})

const room: Caller['customer'] = { via: 'room', appointmentId: 'a-1' }
const customers: [string, Caller][] = [
  ['a room token', { roles: ['ROLE_CUSTOMER'], customer: room }],
  ['a secureToken', { roles: ['ROLE_CUSTOMER'], customer: { ...room, bySecureToken: true } }],
  [
    'a manage token',
    {
      roles: ['ROLE_CUSTOMER'],
      customer: {
        via: 'manage',
        appointmentId: 'a-1',
        participantId: 'c-1',
        ticketVersion: 1,
        actions: ['READ'],
        epoch: 2,
        manageEpoch: 2,
      },
    },
  ],
  ['a one-time password', { roles: [], verifiedContact: { channel: 'EMAIL', to: 'ada@example.com' } }],
]
const presenters = [
  ['v1 response', presentV1],
  ['v1 element', presentElementV1],
  ['v2 response', (caller: Caller) => presentAppointment(caller, token)],
  ['v2 element', presentElement],
] as const

describe.each(customers)('the view of a customer with %s [H1.1]', (_, caller) => {
  it.each(presenters)('hides staff-only data of a %s', (_name, present) => {
    for (const state of ['CANCELLED', 'SCHEDULED'] as const) {
      const shown = present(caller)(whole({}, state))
      expect(JSON.stringify(shown)).not.toContain('canary')
      expect(shown).toMatchObject({
        metadata: {},
        interaction: {
          properties: { userMessage: 'No sound', failedAt: '2027-01-01T00:00:00.000Z' },
          routing,
          state: 'FAILED',
        },
      })
      for (const field of ['notes', 'notificationHeaders', 'secureToken'])
        expect(shown).not.toHaveProperty(field)
      expect(shown.interaction).not.toHaveProperty('customFields')
    }
  })

  it('shows the role and the reason of a cancellation', () => {
    const { by: _by, ...forCustomers } = cancellation
    expect(presentElement(caller)(whole()).cancellation).toEqual({
      ...forCustomers,
      at: '2027-01-02T00:00:00Z',
    })
  })

  it('shows metadata and notes as the application allows [H9.1]', () => {
    for (const [, present] of presenters) {
      const shown = present(caller)(
        whole({ customerMetadata: ['branch', 'nowhere'], notesForCustomers: true }),
      )
      expect(shown.metadata).toEqual({ branch: 'Berlin' })
      expect(shown.notes).toBe('canary-notes')
    }
  })

  it('hides fields that no list names', () => {
    const { appointment, roster } = whole()
    const later = { later: 'canary-later' }
    const place = { channel: 'IN_PERSON' as const, text: 'Room 7' }
    const withLater = <Part extends object>(part: Part): Part => ({ ...part, ...later })
    const seen = seenBy(caller, {
      appointment: {
        ...withLater(appointment),
        place: withLater(place),
        cancellation: withLater(cancellation),
      },
      roster: { ...withLater(roster), interaction: withLater(roster.interaction) },
    })
    expect(seen.appointment).toMatchObject({ place, cancellation: { reasonCode: 'CLOSED' } })
    expect(JSON.stringify(seen)).not.toContain('canary')
  })

  it('shows no key that an object merely inherits', () => {
    const application = { ...unconfigured('app-1'), customerMetadata: ['constructor', '__proto__'] }
    expect(metadataSeenBy(caller, { application }, { risk: 'canary' })).toEqual({})
  })
})

describe('the view of staff', () => {
  it.each(presenters)('has everything in a %s, even for a caller who is also a customer', (_, present) => {
    for (const caller of [staff, { ...staff, roles: ['ROLE_AGENT', 'ROLE_CUSTOMER'] } satisfies Caller]) {
      const shown = present(caller)(whole())
      expect(shown).toMatchObject({
        notes: 'canary-notes',
        metadata: { branch: 'Berlin', risk: 'canary-risk' },
        notificationHeaders: { 'x-a': 'canary-header' },
        interaction: whole().roster.interaction,
      })
    }
    expect(presentAppointment(staff, token)(whole({}, 'SCHEDULED')).secureToken).toBe('canary-token')
  })

  it('has no secureToken once the appointment is inaccessible [H1.2]', () => {
    const stranger: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-9' }
    const assigned: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-7' }
    const narrowed = whole({ agentAccess: 'ASSIGNED' }, 'SCHEDULED')
    expect(presentAppointment(stranger, token)(narrowed)).not.toHaveProperty('secureToken')
    expect(presentAppointment(assigned, token)(narrowed)).toHaveProperty('secureToken')
  })
})
