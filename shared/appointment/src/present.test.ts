import { describe, expect, it } from 'vitest'
import { appointmentResponse } from '@appointments/contracts'
import { aWhole, everyField, staff } from '../test/builders.ts'
import { presentAppointment, presentElement } from './present.ts'

const room = {
  url: 'https://rooms.example/abc',
  expires: '2027-01-09T13:30:00.000Z',
  activatedAt: '2027-01-09T08:00:00.000Z',
}
const activated = aWhole({ state: 'ACTIVATED', room })

describe('v2', () => {
  const token = () => 'token'
  it('shows participants, state and version, but no room [2.1 organizer, 2.1 participants, 2.1 targetAssignment, 2.1 secureToken, 9.3]', () => {
    expect(presentAppointment(staff, token)(activated)).toMatchObject({
      organizer: { id: 'agent-7', type: 'AGENT' },
      participants: [
        { id: 'agent-7', type: 'AGENT' },
        { id: 'c-1', type: 'CUSTOMER', state: 'WAITING' },
      ],
      targetAssignment: { id: 'team-2', type: 'QUEUE' },
      state: 'ACTIVATED',
      version: 7,
      secureToken: 'token',
    })
    expect(presentAppointment(staff, token)(activated)).not.toHaveProperty('roomAccess')
    expect(presentAppointment(staff, token)(activated)).not.toHaveProperty('participantIds')
  })
  it('shows staff every field of its schema that is not for customers only', () => {
    const forCustomers = ['customerActions', 'joinFrom', 'links']
    const warnings = [{ code: 'OUTSIDE_HOURS', detail: 'The agent does not work then.' }]
    const shown = presentAppointment(staff, token)({ ...aWhole(everyField), warnings })
    expect([...Object.keys(shown), ...forCustomers].sort()).toEqual(
      Object.keys(appointmentResponse.shape).sort(),
    )
  })
  it('omits the secureToken from lists and ended appointments', () => {
    expect(presentElement(staff)(activated)).not.toHaveProperty('secureToken')
    expect(presentAppointment(staff, token)(aWhole({ state: 'CANCELLED' }))).not.toHaveProperty('secureToken')
  })
  it('shows who cancelled', () => {
    const cancellation = {
      at: '2027-01-02T00:00:00.000Z',
      by: 'agent-7',
      byRole: 'ROLE_AGENT',
      reason: 'ill',
    }
    expect(presentElement(staff)(aWhole({ state: 'CANCELLED', cancellation }))).toMatchObject({
      state: 'CANCELLED',
      cancellation: { ...cancellation, at: '2027-01-02T00:00:00Z' },
    })
  })
})
