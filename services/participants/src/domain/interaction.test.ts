import { describe, expect, it } from 'vitest'
import { interactionStates, Problem, type Interaction } from '@appointments/contracts'
import { accepted, cancelled, completed, failed, reopened, updated } from './interaction.ts'

const NOW = new Date('2027-01-04T08:00:00Z')
const anInteraction = (state: Interaction['state'], properties = {}): Interaction => ({
  customFields: { topic: 'loan' },
  properties,
  state,
})

/** The state after a transition, or the code of the problem. */
const after = (move: () => Interaction): string => {
  try {
    return move().state
  } catch (error) {
    return (error as Problem).code
  }
}
const afterEach = (move: (interaction: Interaction) => Interaction) =>
  Object.fromEntries(interactionStates.map((state) => [state, after(() => move(anInteraction(state)))]))

describe('transitions of an interaction', () => {
  it('accepts when pending or failed [3.2]', () => {
    expect(afterEach((one) => accepted(one, 'agent-1', NOW))).toEqual({
      PENDING: 'ACCEPTED',
      ACCEPTED: 'INTERACTION_ALREADY_ACCEPTED',
      FAILED: 'ACCEPTED',
      COMPLETED: 'INVALID_STATE',
      CANCELLED: 'INVALID_STATE',
    })
    const own = anInteraction('ACCEPTED', { acceptedBy: 'agent-1' })
    expect(accepted(own, 'agent-1', NOW)).toBe(own)
  })

  it('fails unless completed or cancelled [3.2]', () => {
    expect(afterEach((one) => failed(one, {}, {}, NOW))).toEqual({
      PENDING: 'FAILED',
      ACCEPTED: 'FAILED',
      FAILED: 'FAILED',
      COMPLETED: 'INVALID_STATE',
      CANCELLED: 'INVALID_STATE',
    })
    expect(failed(anInteraction('PENDING'), {}, { role: 'ROLE_AGENT' }, NOW).properties).toEqual({
      failedBy: 'ROLE_AGENT',
      failedAt: NOW.toISOString(),
    })
  })

  it('changes routing and context unless accepted', () => {
    expect(afterEach((one) => updated(one, {}, {}))).toEqual({
      PENDING: 'PENDING',
      ACCEPTED: 'INVALID_STATE',
      FAILED: 'PENDING',
      COMPLETED: 'INVALID_STATE',
      CANCELLED: 'INVALID_STATE',
    })
  })

  it('follows the appointment without an error', () => {
    expect(afterEach(reopened)).toEqual({
      PENDING: 'PENDING',
      ACCEPTED: 'PENDING',
      FAILED: 'PENDING',
      COMPLETED: 'COMPLETED',
      CANCELLED: 'CANCELLED',
    })
    expect(afterEach(completed)).toEqual({
      PENDING: 'PENDING',
      ACCEPTED: 'COMPLETED',
      FAILED: 'FAILED',
      COMPLETED: 'COMPLETED',
      CANCELLED: 'CANCELLED',
    })
    expect(afterEach(cancelled)).toEqual({
      PENDING: 'CANCELLED',
      ACCEPTED: 'CANCELLED',
      FAILED: 'CANCELLED',
      COMPLETED: 'COMPLETED',
      CANCELLED: 'CANCELLED',
    })
  })
})
