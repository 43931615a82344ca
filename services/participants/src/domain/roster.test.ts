import { describe, expect, it } from 'vitest'
import type { RosterSnapshot } from '@appointments/contracts'
import { reassigned, withCustomer, withoutParticipant, withPresence } from './roster.ts'

const aRoster = (roster: Partial<RosterSnapshot> = {}): RosterSnapshot => ({
  version: 1,
  organizerId: 'a',
  participants: [
    { id: 'c', type: 'CUSTOMER' },
    { id: 'a', type: 'AGENT' },
  ],
  interaction: { customFields: {}, properties: {}, state: 'PENDING' },
  epoch: 1,
  ...roster,
})
const acceptedBy = (agent: string) =>
  ({ customFields: {}, properties: { acceptedBy: agent }, state: 'ACCEPTED' }) as const

describe('a roster', () => {
  it('makes the first agent the organizer', () => {
    const { organizerId: _, ...rest } = aRoster({ participants: [] })
    expect(reassigned(rest, 'a')).toMatchObject({ organizerId: 'a', epoch: 2, participants: [{ id: 'a' }] })
  })

  it('is reassigned if the only agent is not the organizer, and unchanged if it is', () => {
    const { organizerId: _, ...withoutOrganizer } = aRoster()
    expect(reassigned(withoutOrganizer, 'a').epoch).toBe(2)
    const own = aRoster()
    expect(reassigned(own, 'a')).toBe(own)
  })

  it('keeps an interaction that another agent accepted when a participant leaves', () => {
    const participants = [...aRoster().participants, { id: 'b', type: 'AGENT' as const }]
    const states = ['a', 'b'].map(
      (agent) =>
        withoutParticipant(aRoster({ participants, interaction: acceptedBy(agent) }), 'b').interaction.state,
    )
    expect(states).toEqual(['ACCEPTED', 'PENDING'])
  })

  it('is unchanged if presence is unchanged', () => {
    const joined = withPresence(aRoster(), 'c', 'JOINED')
    expect(joined.participants[0]).toEqual({ id: 'c', type: 'CUSTOMER', state: 'JOINED' })
    expect(withPresence(joined, 'c', 'JOINED')).toBe(joined)
  })

  it('shows the channels of a new customer, not the addresses', () => {
    const { participants } = withCustomer(aRoster(), { id: 'd', phone: '+4930123456', username: 'ada' })
    expect(participants.at(-1)).toEqual({ id: 'd', type: 'CUSTOMER', has: ['phone', 'username'] })
  })
})
