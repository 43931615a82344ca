import { describe, expect, it } from 'vitest'
import { presentElement, presentAppointment } from './index.ts'
import { presentElementV1, presentV1 } from './v1/index.ts'
import { aWhole, staff } from '../test/builders.ts'

const room = {
  url: 'https://rooms.example/abc',
  expires: '2027-01-09T13:30:00.000Z',
  activatedAt: '2027-01-09T08:00:00.000Z',
}
const activated = aWhole({ state: 'ACTIVATED', room })

// These are the bytes integrators rely on: a change here is a change of the contract.
describe('v1 keeps its byte shape [2.1 organizer, 2.1 participants, 9.2]', () => {
  const common =
    '"applicationId":"app-1","id":"a-1","title":"Contract review","notes":"Bring the contract","start":"2027-01-09T09:00:00Z",' +
    '"end":"2027-01-09T09:30:00Z","duration":"PT30M","timezone":"Europe/Berlin","locale":"de-DE",' +
    '"metadata":{"zebra":1,"apple":[true,null]},"notificationHeaders":{"x-campaign":"spring"},"notificationsActive":true,' +
    '"interaction":{"customFields":{"topic":"contract"},"properties":{},"routing":{"type":"VENDORA_CLOUD_FLOW",' +
    '"properties":{"deploymentId":"d-1","chatMode":"vendora-cloud"}},"state":"PENDING"},' +
    '"organizer":{"id":"agent-7","type":"AGENT","state":"-"},' +
    '"participantIds":[{"id":"agent-7","type":"AGENT","state":"-"},{"id":"c-1","type":"CUSTOMER","state":"WAITING"}]'

  it('in an answer', () => expect(JSON.stringify(presentV1(staff)(aWhole()))).toBe(`{${common}}`))
  it('in an answer with a room [2.1 roomAccess]', () =>
    expect(JSON.stringify(presentV1(staff)(activated))).toBe(
      `{${common},"roomAccess":{"expires":"2027-01-09T13:30:00Z","url":"https://rooms.example/abc"}}`,
    ))
  it('in a list, which has no room [2.1 roomAccess]', () =>
    expect(JSON.stringify(presentElementV1(staff)(activated))).toBe(`{${common}}`))
})

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
  it('gives lists and ended appointments no secureToken', () => {
    expect(presentElement(staff)(activated)).not.toHaveProperty('secureToken')
    expect(presentAppointment(staff, token)(aWhole({ state: 'CANCELLED' }))).not.toHaveProperty('secureToken')
  })
  it('tells who cancelled', () => {
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
