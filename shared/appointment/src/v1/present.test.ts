import { describe, expect, it } from 'vitest'
import { appointmentV1 } from '@appointments/contracts/v1'
import { aWhole, everyField, staff } from '../../test/builders.ts'
import { presentElementV1, presentV1 } from './present.ts'

const room = {
  url: 'https://rooms.example/abc',
  expires: '2027-01-09T13:30:00.000Z',
  activatedAt: '2027-01-09T08:00:00.000Z',
}
const activated = aWhole({ state: 'ACTIVATED', room })

// Integrators rely on these exact bytes: a change here changes the contract.
describe('v1 keeps its byte shape [2.1 organizer, 2.1 participants, 9.2]', () => {
  const common =
    '"applicationId":"app-1","id":"a-1","title":"Contract review","notes":"Bring the contract","start":"2027-01-09T09:00:00Z",' +
    '"end":"2027-01-09T09:30:00Z","duration":"PT30M","timezone":"Europe/Berlin","locale":"de-DE",' +
    '"metadata":{"zebra":1,"apple":[true,null]},"notificationHeaders":{"x-campaign":"spring"},"notificationsActive":true,' +
    '"interaction":{"customFields":{"topic":"contract"},"properties":{},"routing":{"type":"VENDORA_CLOUD_FLOW",' +
    '"properties":{"deploymentId":"d-1","chatMode":"vendora-cloud"}},"state":"PENDING"},' +
    '"organizer":{"id":"agent-7","type":"AGENT","state":"-"},' +
    '"participantIds":[{"id":"agent-7","type":"AGENT","state":"-"},{"id":"c-1","type":"CUSTOMER","state":"WAITING"}]'

  it('in a response', () => expect(JSON.stringify(presentV1(staff)(aWhole()))).toBe(`{${common}}`))
  it('in a response with a room [2.1 roomAccess]', () =>
    expect(JSON.stringify(presentV1(staff)(activated))).toBe(
      `{${common},"roomAccess":{"expires":"2027-01-09T13:30:00Z","url":"https://rooms.example/abc"}}`,
    ))
  it('in a list, which has no room [2.1 roomAccess]', () =>
    expect(JSON.stringify(presentElementV1(staff)(activated))).toBe(`{${common}}`))
})

it('v1 shows the fields of its schema and no others, whatever the appointment has', () => {
  expect(Object.keys(presentV1(staff)(aWhole(everyField))).sort()).toEqual(
    Object.keys(appointmentV1.shape).sort(),
  )
})
