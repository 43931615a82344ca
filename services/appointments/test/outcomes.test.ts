import { describe, expect, it } from 'vitest'
import type { Interaction } from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import { aCustomer, agent, appointmentsService, customerOf, rejection, V1, V2 } from './harness.ts'

const service = appointmentsService()
const BEFORE = '2026-12-01T12:00:00Z'
const START = '2027-01-09T09:00:00Z'
const AGENT = 'agent-7'
const failed: Interaction = { customFields: {}, properties: {}, state: 'FAILED' }

/** An appointment from 9:00 to 9:30, before its start. */
const scheduled = async (change: Record<string, unknown> = {}) => {
  service.setNow(BEFORE)
  const body = await service.scheduled({ customers: [aCustomer()], ...change })
  return { id: body.id, ada: customerOf(body) }
}
const activated = async (change: Record<string, unknown> = {}) => {
  const whole = await scheduled(change)
  const { body } = await service.call(agent, 'POST', `${V1}/activate/${whole.id}`)
  expect(body.expires).toBe('2027-01-09T13:30:00Z')
  service.setNow(START)
  return whole
}
/** The same appointment, at its start. */
const begun = async (change: Record<string, unknown> = {}) => {
  const whole = await scheduled(change)
  service.setNow(START)
  return whole
}
const at = async (time: string) => {
  service.setNow(time)
  await service.checkDue()
}
const outcomeOf = async (id: string) => (await service.read(id)).outcome
/** Published outcomes of an appointment; null withdraws one. */
const publishedOutcomes = async (id: string) =>
  (await service.eventsOf(id)).flatMap((event) =>
    event.type === 'APOutcomeEvent' ? [event.data.outcome ?? null] : [],
  )

describe('the outcome by presence', () => {
  it('is in progress when agent and customer are in the room together, with the actor who joined', async () => {
    const { id, ada } = await scheduled()
    service.setNow('2027-01-09T09:00:00Z')
    await service.presence(id, 2, { [ada]: 'WAITING' })
    await service.presence(id, 3, { [ada]: 'JOINED' })
    await service.presence(id, 4, { [ada]: 'LEFT', [AGENT]: 'JOINED' })
    expect(await publishedOutcomes(id)).toEqual([])
    await service.presence(id, 5, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    const [, published] = await service.eventsOf(id)
    expect(published).toMatchObject({
      type: 'APOutcomeEvent',
      data: {
        outcome: 'IN_PROGRESS',
        actor: { id: AGENT, role: 'ROLE_AGENT' },
        appointment: { version: 2, outcome: 'IN_PROGRESS' },
      },
    })
    expect((await service.read(id)).version).toBe(7)
  })

  it('counts any agent of the appointment', async () => {
    const { id, ada } = await begun()
    const { participants } = await service.rosterOf(id)
    await service.publishRoster(id, 2, {
      participants: [
        ...participants.map((one) => (one.id === ada ? { ...one, state: 'JOINED' as const } : one)),
        { id: 'agent-8', type: 'AGENT', state: 'JOINED' },
      ],
    })
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS'])
  })

  it('is complete after all have been gone for the grace period, not before [H5.13]', async () => {
    const { id, ada } = await activated()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'JOINED' })
    await at('2027-01-09T09:20:00Z')
    await service.presence(id, 4, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:21:59.999Z')
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    await at('2027-01-09T09:22:00Z')
    expect(await outcomeOf(id)).toBe('COMPLETED')
    expect((await service.eventsOf(id)).at(-1)).toMatchObject({ data: { actor: { role: 'SYSTEM' } } })
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('continues if a participant returns within the grace period [H5.13]', async () => {
    const { id, ada } = await activated()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:01:59Z')
    await service.presence(id, 4, { [ada]: 'JOINED', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 5, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:11:59Z')
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS'])
    await at('2027-01-09T09:12:00Z')
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('is in progress again when a participant returns before the room closes [H5.13]', async () => {
    const { id, ada } = await activated()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:02:00Z')
    await at('2027-01-09T10:00:00Z')
    await service.presence(id, 4, { [ada]: 'WAITING', [AGENT]: 'LEFT' })
    expect(await outcomeOf(id)).toBe('COMPLETED')
    await service.presence(id, 5, { [ada]: 'JOINED', [AGENT]: 'LEFT' })
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    await service.presence(id, 6, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T10:02:00Z')
    const published = ['IN_PROGRESS', 'COMPLETED', 'IN_PROGRESS', 'COMPLETED']
    expect(await publishedOutcomes(id)).toEqual(published)
    service.setNow('2027-01-09T13:30:00Z')
    await service.presence(id, 7, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-10T00:00:00Z')
    expect(await publishedOutcomes(id)).toEqual(published)
    expect((await service.read(id)).state).toBe('ACTIVATED')
  })

  it('is complete immediately if the application has no grace period [H5.13]', async () => {
    await service.configured('app-at-once', { rejoinGrace: 'PT0S' })
    const { id, ada } = await begun({ applicationId: 'app-at-once' })
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('keeps the grace period when other fields of the appointment change [H5.13]', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    service.setNow('2027-01-09T09:01:00Z')
    await service.call(agent, 'PUT', V2, { id, title: 'Follow up on the loan' })
    await service.publishRoster(id, 4, {
      interaction: { customFields: {}, properties: {}, state: 'PENDING' },
    })
    await at('2027-01-09T09:02:00Z')
    expect(await outcomeOf(id)).toBe('COMPLETED')
  })

  it('counts presence from the early join on, not a camera test before it [H5.13]', async () => {
    const { id, ada } = await scheduled()
    await at('2027-01-09T08:00:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW'])
  })

  it('counts participants who are still in the room when presence begins to count [H5.13]', async () => {
    const { id, ada } = await scheduled()
    await at('2027-01-09T08:30:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-09T08:44:59.999Z')
    expect(await publishedOutcomes(id)).toEqual([])
    await at('2027-01-09T08:45:00Z')
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS'])
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:01:59.999Z')
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS'])
    await at('2027-01-09T09:02:00Z')
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])

    const early = await scheduled()
    await at('2027-01-09T08:30:00Z')
    await service.presence(early.id, 2, { [early.ada]: 'JOINED' })
    await at('2027-01-09T08:50:00Z')
    await service.presence(early.id, 3, { [early.ada]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    expect(await publishedOutcomes(early.id)).toEqual([])
  })

  it('counts presence from the time of the change, not from the arrival of the event [H5.13]', async () => {
    const { id, ada } = await scheduled()
    const participants = (await service.rosterOf(id)).participants.map(({ id: one, type }) => ({
      id: one,
      type,
      state: 'JOINED' as const,
    }))
    expect(participants.map((one) => one.id)).toEqual([AGENT, ada])
    const roster = { ...(await service.rosterOf(id)), version: 2, participants }
    const tested = newEvent('APParticipantStateChangedEvent', {
      subject: id,
      aggregateVersion: 2,
      at: new Date('2027-01-09T08:00:00Z'),
      data: { appointmentId: id, roster, actor: { role: 'ROLE_AGENT' }, participantId: ada, state: 'JOINED' },
    })
    await service.publishRoster(id, 3, {})
    service.setNow(START)
    await service.deliver(tested.event)
    await at('2027-01-09T09:10:00Z')
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW'])
  })

  it('is not complete while a participant is waiting', async () => {
    const { id, ada } = await begun({ customers: [aCustomer(), { username: 'bob' }] })
    const bob = customerOf(await service.read(id), 1)
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT', [bob]: 'WAITING' })
    await at('2027-01-09T09:30:00Z')
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    // a participant who never joined does not keep it in progress
    await service.presence(id, 4, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:32:00Z')
    expect(await outcomeOf(id)).toBe('COMPLETED')
  })

  it('is complete when the room closes, not before', async () => {
    const { id, ada } = await activated()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-09T13:29:59.999Z')
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    await at('2027-01-09T13:30:00Z')
    expect(await outcomeOf(id)).toBe('COMPLETED')
    expect((await service.eventsOf(id)).at(-1)).toMatchObject({ data: { actor: { role: 'SYSTEM' } } })
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('is complete four hours after the end if there was no room', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-09T13:29:59.999Z')
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    await at('2027-01-09T13:30:00Z')
    expect(await outcomeOf(id)).toBe('COMPLETED')
  })

  it('does not change once the appointment is cancelled', async () => {
    const { id, ada } = await scheduled()
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-10T00:00:00Z')
    expect(await service.read(id)).toMatchObject({ state: 'CANCELLED', version: 4 })
    expect(await publishedOutcomes(id)).toEqual([])
  })

  it('discards a meeting at the old time when the appointment moves, even by minutes [H5.13]', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    await service.call(agent, 'PUT', `${V2}/reschedule`, { id, start: '2027-01-09T09:10:00Z' })
    await at('2027-01-09T09:19:59Z')
    expect(await service.read(id)).not.toHaveProperty('outcome')
    await at('2027-01-09T09:20:00Z')
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'NO_SHOW'])
  })

  describe('when only the duration changes [H5.13]', () => {
    const lengthen = async (id: string, duration: string) => {
      const { start } = await service.read(id)
      const { status, body } = await service.call(agent, 'PUT', `${V2}/reschedule`, { id, start, duration })
      expect(status).toBe(200)
      return body.outcome
    }

    it('continues without another event', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      expect(await lengthen(id, 'PT1H')).toBe('IN_PROGRESS')
      await service.checkDue()
      expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS'])
      await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
      await at('2027-01-09T09:02:00Z')
      expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    })

    it('stays complete after all have left, and never becomes a NO_SHOW', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
      await at('2027-01-09T09:02:00Z')
      expect(await lengthen(id, 'PT1H')).toBe('COMPLETED')
      await at('2027-01-09T20:00:00Z')
      expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    })

    it('counts a customer who has joined and left', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED' })
      await service.presence(id, 3, { [ada]: 'LEFT' })
      expect(await lengthen(id, 'PT1H')).toBeUndefined()
      await at('2027-01-09T09:30:00Z')
      expect(await publishedOutcomes(id)).toEqual([])
    })

    it('is in progress again immediately if the room reopens with participants in it', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      // the room closes four hours after the end
      await at('2027-01-09T13:30:00Z')
      expect(await outcomeOf(id)).toBe('COMPLETED')
      expect(await lengthen(id, 'PT8H')).toBe('IN_PROGRESS')
      expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED', 'IN_PROGRESS'])
    })

    it('is complete immediately if the room has closed by then', async () => {
      await service.configured('app-short', { allowPast: true })
      const { id, ada } = await begun({ applicationId: 'app-short', duration: 'PT8H' })
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      service.setNow('2027-01-09T14:00:00Z')
      expect(await lengthen(id, 'PT30M')).toBe('COMPLETED')
      expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    })
  })

  it('starts again when the appointment moves', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED' })
    await at('2027-01-09T10:00:00Z')
    expect(await publishedOutcomes(id)).toEqual([])
    await service.presence(id, 3, {})
    await service.call(agent, 'PUT', `${V2}/reschedule`, { id, start: '2027-01-10T09:00:00Z' })
    await at('2027-01-10T09:10:00Z')
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW'])
    const { body } = await service.call(agent, 'PUT', `${V2}/reschedule`, {
      id,
      start: '2027-01-11T09:00:00Z',
    })
    expect(body).not.toHaveProperty('outcome')
  })
})

describe('NO_SHOW', () => {
  it('is published once if no customer has joined by start plus grace, not before', async () => {
    const { id } = await activated()
    await service.presence(id, 2, { [AGENT]: 'JOINED' })
    await at('2027-01-09T09:09:59.999Z')
    expect(await outcomeOf(id)).toBeUndefined()
    await at('2027-01-09T09:10:00Z')
    expect(await outcomeOf(id)).toBe('NO_SHOW')
    await at('2027-01-09T20:00:00Z')
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW'])
    expect((await service.eventsOf(id)).at(-1)).toMatchObject({
      data: { actor: { role: 'SYSTEM' }, appointment: { state: 'ACTIVATED', outcome: 'NO_SHOW' } },
    })
  })

  it("waits for the application's current grace, even if it was extended meanwhile", async () => {
    await service.configured('app-grace', { noShowGrace: 'PT1M' })
    const { id } = await scheduled({ applicationId: 'app-grace' })
    await service.configured('app-grace', { noShowGrace: 'PT15M' })
    await at('2027-01-09T09:14:59Z')
    expect(await outcomeOf(id)).toBeUndefined()
    await at('2027-01-09T09:15:00Z')
    expect(await outcomeOf(id)).toBe('NO_SHOW')
  })

  it('does not apply if a customer joined and left again without meeting an agent', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT' })
    await at('2027-01-09T10:00:00Z')
    expect(await publishedOutcomes(id)).toEqual([])
  })

  it('does not apply while a customer is waiting', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'WAITING', [AGENT]: 'JOINED' })
    await at('2027-01-09T09:10:00Z')
    expect(await outcomeOf(id)).toBe('NO_SHOW')
  })

  it('is withdrawn when a customer joins late', async () => {
    const { id, ada } = await scheduled()
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED' })
    expect(await service.read(id)).not.toHaveProperty('outcome')
    const { data } = (await service.eventsOf(id)).at(-1)!
    expect(data).not.toHaveProperty('outcome')
    expect(data).toMatchObject({ appointment: { version: 3 } })
    expect((data as { appointment: object }).appointment).not.toHaveProperty('outcome')
    // the check does not restore it
    await at('2027-01-09T20:00:00Z')
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW', null])
  })

  it('becomes a meeting if the agent is still in the room', async () => {
    const { id, ada } = await scheduled()
    await service.presence(id, 2, { [AGENT]: 'JOINED' })
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 3, { [AGENT]: 'JOINED', [ada]: 'JOINED' })
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW', 'IN_PROGRESS'])
  })

  it('is published for a time that was over when it was scheduled', async () => {
    await service.configured('app-past', { allowPast: true })
    const { id } = await scheduled({ applicationId: 'app-past', start: '2026-11-01T09:00:00Z' })
    await service.checkDue()
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW'])
  })
})

describe('a failed interaction', () => {
  it('aborts an active appointment when its room closes', async () => {
    const { id, ada } = await activated()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.publishRoster(id, 3, { interaction: failed })
    await at('2027-01-09T13:29:59.999Z')
    expect(await service.read(id)).toMatchObject({ state: 'ACTIVATED', outcome: 'IN_PROGRESS' })
    await at('2027-01-09T13:30:00Z')
    const aborted = await service.read(id)
    expect(aborted).toMatchObject({ state: 'ABORTED', outcome: 'FAILED' })
    expect(aborted).not.toHaveProperty('secureToken')
    expect((await service.eventsOf(id)).at(-1)).toMatchObject({
      type: 'APAbortedEvent',
      data: {
        reason: 'INTERACTION_FAILED',
        actor: { role: 'SYSTEM' },
        appointment: { state: 'ABORTED', outcome: 'FAILED', epoch: 2 },
      },
    })
    expect(rejection(await service.call(agent, 'PUT', `${V2}/${id}/cancel`))).toEqual({
      status: 409,
      code: 'INVALID_STATE',
    })
    expect((await service.call(agent, 'GET', `${V1}/${id}`)).status).toBe(200)
  })

  it('aborts it after a NO_SHOW too, and when the check runs late', async () => {
    const { id } = await activated()
    await service.publishRoster(id, 2, { interaction: failed })
    await at('2027-02-01T00:00:00Z')
    const types = (await service.eventsOf(id)).map(({ type }) => type)
    expect(types.slice(2)).toEqual(['APOutcomeEvent', 'APAbortedEvent'])
    expect(await service.read(id)).toMatchObject({ state: 'ABORTED', outcome: 'FAILED' })
  })

  it('does not abort it after a recovery, or if the appointment was never active', async () => {
    const recovered = await activated()
    await service.publishRoster(recovered.id, 2, { interaction: failed })
    await service.publishRoster(recovered.id, 3, { interaction: { ...failed, state: 'PENDING' } })
    const inactive = await scheduled()
    await service.publishRoster(inactive.id, 2, { interaction: failed })
    await at('2027-01-10T00:00:00Z')
    expect((await service.read(recovered.id)).state).toBe('ACTIVATED')
    expect((await service.read(inactive.id)).state).toBe('SCHEDULED')
  })
})

describe('late, repeated and lost rosters', () => {
  it('an older roster counts for presence and overwrites nothing', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 4, { [ada]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    const { participants, outcome } = await service.read(id)
    expect(outcome).toBe('IN_PROGRESS')
    expect(participants).toEqual([
      { id: AGENT, type: 'AGENT' },
      { id: ada, type: 'CUSTOMER', state: 'JOINED' },
    ])
    expect((await service.rosterOf(id)).version).toBe(4)
  })

  it('an older roster from before the meeting does not end it', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 2, {})
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS'])
  })

  it('a meeting reported after all have left is complete', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    expect(await publishedOutcomes(id)).toEqual([])
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-09T09:02:00Z')
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    expect(await service.read(id)).toMatchObject({ outcome: 'COMPLETED', version: 6 })
  })

  it('counts a customer as having joined, even if that is reported after the customer left', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'LEFT' })
    await service.presence(id, 2, { [ada]: 'JOINED' })
    await at('2027-01-09T10:00:00Z')
    expect(await publishedOutcomes(id)).toEqual([])
    expect((await service.rosterOf(id)).version).toBe(3)
  })

  it('a late roster withdraws a NO_SHOW too', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED' })
    expect(await publishedOutcomes(id)).toEqual(['NO_SHOW', null])
  })

  it('a repeated event, and another one of the same version, change nothing', async () => {
    const { id, ada } = await begun()
    const event = await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    const before = await service.read(id)
    const footprint = await service.footprint()
    await service.deliver(event)
    expect(await service.footprint()).toEqual(footprint)
    await service.presence(id, 2, {})
    expect(await service.read(id)).toEqual(before)
    expect(await publishedOutcomes(id)).toEqual(['IN_PROGRESS'])
  })

  it('parallel rosters end with the newest', async () => {
    const { id, ada } = await begun()
    const states = ['WAITING', 'JOINED', 'LEFT'] as const
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => service.presence(id, n + 2, { [ada]: states[n % 3]! })),
    )
    expect((await service.rosterOf(id)).version).toBe(13)
    expect((await service.read(id)).participants[1]).toMatchObject({ state: 'LEFT' })
  })
})
