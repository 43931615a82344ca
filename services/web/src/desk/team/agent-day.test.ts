import { describe, expect, it } from 'vitest'
import type { Appointment, Presence } from '../api/shapes.ts'
import { agentDay } from './agent-day.ts'

const DATE = '2027-01-12'
const at = (time: string) => `${DATE}T${time}:00Z`

function aCall(id: string, from: string, until: string, agentId = 'anna', change: Partial<Appointment> = {}) {
  return {
    id,
    state: 'SCHEDULED',
    start: at(from),
    end: at(until),
    organizer: { id: agentId },
    participants: [{ id: agentId, type: 'AGENT' }],
    ...change,
  } as Appointment
}
const people = (agent: Presence | undefined, customer: Presence): Appointment['participants'] => [
  { id: 'anna', type: 'AGENT', ...(agent && { state: agent }) },
  { id: 'c', type: 'CUSTOMER', state: customer },
]
const times = [{ agentId: 'anna', open: [{ from: at('09:00'), until: at('17:00') }], busy: [] }]
const dayOf = (appointments: Appointment[]) =>
  agentDay({ id: 'anna' }, { date: DATE, zone: 'UTC', times, appointments })

describe('the day of an agent', () => {
  it('counts the appointments of the agent that take place, and their minutes', () => {
    const found = dayOf([
      aCall('a', '09:00', '09:30'),
      aCall('b', '10:00', '11:00', 'ben'),
      aCall('c', '11:00', '12:00', 'anna', { state: 'CANCELLED' }),
      aCall('d', '16:00', '16:15'),
    ])
    expect(found).toMatchObject({ count: 2, booked: 45, working: 480, call: undefined, waiting: [] })
  })

  it('draws a short appointment as wide as its text, and the next one below it', () => {
    const found = dayOf([aCall('a', '09:00', '09:15'), aCall('b', '09:15', '09:30')])
    expect(found.blocks).toHaveLength(1)
    expect(found.blocks[0]).toMatchObject({ from: 540, until: 585 })
    expect(found.blocks[0]?.entries.map(({ appointment }) => appointment.id)).toEqual(['a', 'b'])
  })

  it('has the call that the agent is in, and the appointments whose customer waits', () => {
    const call = aCall('a', '09:00', '09:30', 'anna', { participants: people('JOINED', 'JOINED') })
    const waits = aCall('b', '09:30', '10:00', 'anna', { participants: people(undefined, 'WAITING') })
    expect(dayOf([call, waits])).toMatchObject({ call: { id: 'a' }, waiting: [{ id: 'b' }] })
  })

  it('is in a room without a call if the customer is not there', () => {
    const left = aCall('a', '09:00', '09:30', 'anna', { participants: people('JOINED', 'LEFT') })
    expect(dayOf([left])).toMatchObject({ call: undefined, isInRoom: true, waiting: [] })
    expect(dayOf([])).toMatchObject({ call: undefined, isInRoom: false })
  })

  it('has the appointments even if the hours are not known', () => {
    const found = agentDay(
      { id: 'anna' },
      { date: DATE, zone: 'UTC', times: undefined, appointments: [aCall('a', '09:00', '09:30')] },
    )
    expect(found).toMatchObject({ times: undefined, count: 1, working: 0 })
  })
})
