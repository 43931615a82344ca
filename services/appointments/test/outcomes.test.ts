import { describe, expect, it } from 'vitest'
import type { Interaction } from '@appointments/contracts'
import { newEvent } from '@appointments/outbox'
import { aCustomer, agent, appointmentsService, customerOf, refusal, V1, V2 } from './harness.ts'

const service = appointmentsService()
const BEFORE = '2026-12-01T12:00:00Z'
const START = '2027-01-09T09:00:00Z'
const AGENT = 'agent-7'
const failed: Interaction = { customFields: {}, properties: {}, state: 'FAILED' }

/** An appointment from 9:00 to 9:30, to be looked at before it starts. */
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
/** The same, and it is time to meet. */
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
/** Outcomes told of an appointment; null takes one back. */
const toldOutcomes = async (id: string) =>
  (await service.eventsOf(id)).flatMap((event) =>
    event.type === 'APOutcomeEvent' ? [event.data.outcome ?? null] : [],
  )

describe('the outcome by presence', () => {
  it('is in progress when agent and customer are there together, told by who brought it about', async () => {
    const { id, ada } = await scheduled()
    service.setNow('2027-01-09T09:00:00Z')
    await service.presence(id, 2, { [ada]: 'WAITING' })
    await service.presence(id, 3, { [ada]: 'JOINED' })
    await service.presence(id, 4, { [ada]: 'LEFT', [AGENT]: 'JOINED' })
    expect(await toldOutcomes(id)).toEqual([])
    await service.presence(id, 5, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    const [, told] = await service.eventsOf(id)
    expect(told).toMatchObject({
      type: 'APOutcomeEvent',
      data: {
        outcome: 'IN_PROGRESS',
        actor: { id: AGENT, role: 'ROLE_AGENT' },
        appointment: { version: 2, outcome: 'IN_PROGRESS' },
      },
    })
    expect((await service.read(id)).version).toBe(7)
  })

  it('takes any agent for the agent', async () => {
    const { id, ada } = await begun()
    const { participants } = await service.rosterOf(id)
    await service.publishRoster(id, 2, {
      participants: [
        ...participants.map((one) => (one.id === ada ? { ...one, state: 'JOINED' as const } : one)),
        { id: 'agent-8', type: 'AGENT', state: 'JOINED' },
      ],
    })
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS'])
  })

  it('is complete once all have left for the grace period, not before [H5.13]', async () => {
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
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('goes on when a participant is back within the grace period [H5.13]', async () => {
    const { id, ada } = await activated()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:01:59Z')
    await service.presence(id, 4, { [ada]: 'JOINED', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 5, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:11:59Z')
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS'])
    await at('2027-01-09T09:12:00Z')
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('is in progress again when a participant comes back, until the room closes [H5.13]', async () => {
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
    const told = ['IN_PROGRESS', 'COMPLETED', 'IN_PROGRESS', 'COMPLETED']
    expect(await toldOutcomes(id)).toEqual(told)
    service.setNow('2027-01-09T13:30:00Z')
    await service.presence(id, 7, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-10T00:00:00Z')
    expect(await toldOutcomes(id)).toEqual(told)
    expect((await service.read(id)).state).toBe('ACTIVATED')
  })

  it('is complete at once if the application wants no grace period [H5.13]', async () => {
    await service.configured('app-at-once', { rejoinGrace: 'PT0S' })
    const { id, ada } = await begun({ applicationId: 'app-at-once' })
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('keeps the grace period through other changes of the appointment [H5.13]', async () => {
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

  it('counts presence from the early join on, not a test of the camera before it [H5.13]', async () => {
    const { id, ada } = await scheduled()
    await at('2027-01-09T08:00:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW'])
  })

  it('counts those who are still there when presence begins to count [H5.13]', async () => {
    const { id, ada } = await scheduled()
    await at('2027-01-09T08:30:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-09T08:44:59.999Z')
    expect(await toldOutcomes(id)).toEqual([])
    await at('2027-01-09T08:45:00Z')
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS'])
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    await at('2027-01-09T09:01:59.999Z')
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS'])
    await at('2027-01-09T09:02:00Z')
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])

    const early = await scheduled()
    await at('2027-01-09T08:30:00Z')
    await service.presence(early.id, 2, { [early.ada]: 'JOINED' })
    await at('2027-01-09T08:50:00Z')
    await service.presence(early.id, 3, { [early.ada]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    expect(await toldOutcomes(early.id)).toEqual([])
  })

  it('counts presence from when it came about, not from when it arrived [H5.13]', async () => {
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
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW'])
  })

  it('waits for those who wait', async () => {
    const { id, ada } = await begun({ customers: [aCustomer(), { username: 'bob' }] })
    const bob = customerOf(await service.read(id), 1)
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT', [bob]: 'WAITING' })
    await at('2027-01-09T09:30:00Z')
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    // one who never came keeps nobody
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
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
  })

  it('is complete four hours after the end where there was no room', async () => {
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
    expect(await toldOutcomes(id)).toEqual([])
  })

  it('forgets a meeting at the old time when the appointment moves, if only by minutes [H5.13]', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    expect(await outcomeOf(id)).toBe('IN_PROGRESS')
    await service.call(agent, 'PUT', `${V2}/reschedule`, { id, start: '2027-01-09T09:10:00Z' })
    await at('2027-01-09T09:19:59Z')
    expect(await service.read(id)).not.toHaveProperty('outcome')
    await at('2027-01-09T09:20:00Z')
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'NO_SHOW'])
  })

  describe('when only the duration changes [H5.13]', () => {
    const lengthen = async (id: string, duration: string) => {
      const { start } = await service.read(id)
      const { status, body } = await service.call(agent, 'PUT', `${V2}/reschedule`, { id, start, duration })
      expect(status).toBe(200)
      return body.outcome
    }

    it('goes on, without being said again', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      expect(await lengthen(id, 'PT1H')).toBe('IN_PROGRESS')
      await service.checkDue()
      expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS'])
      await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
      await at('2027-01-09T09:02:00Z')
      expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    })

    it('stays complete once all have left, and is no NO_SHOW later', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
      await at('2027-01-09T09:02:00Z')
      expect(await lengthen(id, 'PT1H')).toBe('COMPLETED')
      await at('2027-01-09T20:00:00Z')
      expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    })

    it('counts a customer who has come and left', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED' })
      await service.presence(id, 3, { [ada]: 'LEFT' })
      expect(await lengthen(id, 'PT1H')).toBeUndefined()
      await at('2027-01-09T09:30:00Z')
      expect(await toldOutcomes(id)).toEqual([])
    })

    it('is in progress again at once if the room opens again with participants in it', async () => {
      const { id, ada } = await begun()
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      // the room closes four hours after the end
      await at('2027-01-09T13:30:00Z')
      expect(await outcomeOf(id)).toBe('COMPLETED')
      expect(await lengthen(id, 'PT8H')).toBe('IN_PROGRESS')
      expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED', 'IN_PROGRESS'])
    })

    it('is complete at once if the room has closed by then', async () => {
      await service.configured('app-short', { allowPast: true })
      const { id, ada } = await begun({ applicationId: 'app-short', duration: 'PT8H' })
      await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
      service.setNow('2027-01-09T14:00:00Z')
      expect(await lengthen(id, 'PT30M')).toBe('COMPLETED')
      expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    })
  })

  it('starts anew when the appointment moves', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED' })
    await at('2027-01-09T10:00:00Z')
    expect(await toldOutcomes(id)).toEqual([])
    await service.presence(id, 3, {})
    await service.call(agent, 'PUT', `${V2}/reschedule`, { id, start: '2027-01-10T09:00:00Z' })
    await at('2027-01-10T09:10:00Z')
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW'])
    const { body } = await service.call(agent, 'PUT', `${V2}/reschedule`, {
      id,
      start: '2027-01-11T09:00:00Z',
    })
    expect(body).not.toHaveProperty('outcome')
  })
})

describe('NO_SHOW', () => {
  it('is when no customer came by start and grace, not before, and once', async () => {
    const { id } = await activated()
    await service.presence(id, 2, { [AGENT]: 'JOINED' })
    await at('2027-01-09T09:09:59.999Z')
    expect(await outcomeOf(id)).toBeUndefined()
    await at('2027-01-09T09:10:00Z')
    expect(await outcomeOf(id)).toBe('NO_SHOW')
    await at('2027-01-09T20:00:00Z')
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW'])
    expect((await service.eventsOf(id)).at(-1)).toMatchObject({
      data: { actor: { role: 'SYSTEM' }, appointment: { state: 'ACTIVATED', outcome: 'NO_SHOW' } },
    })
  })

  it("waits for the application's grace, also when it grew meanwhile", async () => {
    await service.configured('app-grace', { noShowGrace: 'PT1M' })
    const { id } = await scheduled({ applicationId: 'app-grace' })
    await service.configured('app-grace', { noShowGrace: 'PT15M' })
    await at('2027-01-09T09:14:59Z')
    expect(await outcomeOf(id)).toBeUndefined()
    await at('2027-01-09T09:15:00Z')
    expect(await outcomeOf(id)).toBe('NO_SHOW')
  })

  it('is not when a customer came, though nobody met it and it left again', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'JOINED' })
    await service.presence(id, 3, { [ada]: 'LEFT' })
    await at('2027-01-09T10:00:00Z')
    expect(await toldOutcomes(id)).toEqual([])
  })

  it('is not for a customer who merely waits', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 2, { [ada]: 'WAITING', [AGENT]: 'JOINED' })
    await at('2027-01-09T09:10:00Z')
    expect(await outcomeOf(id)).toBe('NO_SHOW')
  })

  it('is taken back by a customer who comes late', async () => {
    const { id, ada } = await scheduled()
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED' })
    expect(await service.read(id)).not.toHaveProperty('outcome')
    const { data } = (await service.eventsOf(id)).at(-1)!
    expect(data).not.toHaveProperty('outcome')
    expect(data).toMatchObject({ appointment: { version: 3 } })
    expect((data as { appointment: object }).appointment).not.toHaveProperty('outcome')
    // for good
    await at('2027-01-09T20:00:00Z')
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW', null])
  })

  it('turns into a meeting where the agent is there still', async () => {
    const { id, ada } = await scheduled()
    await service.presence(id, 2, { [AGENT]: 'JOINED' })
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 3, { [AGENT]: 'JOINED', [ada]: 'JOINED' })
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW', 'IN_PROGRESS'])
  })

  it('is told for a time that was over when it was scheduled', async () => {
    await service.configured('app-past', { allowPast: true })
    const { id } = await scheduled({ applicationId: 'app-past', start: '2026-11-01T09:00:00Z' })
    await service.checkDue()
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW'])
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
    expect(refusal(await service.call(agent, 'PUT', `${V2}/${id}/cancel`))).toEqual({
      status: 409,
      code: 'INVALID_STATE',
    })
    expect((await service.call(agent, 'GET', `${V1}/${id}`)).status).toBe(200)
  })

  it('aborts it also after a NO_SHOW, and when nobody looked for long', async () => {
    const { id } = await activated()
    await service.publishRoster(id, 2, { interaction: failed })
    await at('2027-02-01T00:00:00Z')
    const types = (await service.eventsOf(id)).map(({ type }) => type)
    expect(types.slice(2)).toEqual(['APOutcomeEvent', 'APAbortedEvent'])
    expect(await service.read(id)).toMatchObject({ state: 'ABORTED', outcome: 'FAILED' })
  })

  it('does not where it has recovered, or the appointment was never active', async () => {
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

describe('rosters that come late, twice or never', () => {
  it('an older one counts for who was there and overwrites nothing', async () => {
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

  it('an older one from before the meeting does not end it', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await service.presence(id, 2, {})
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS'])
  })

  it('a meeting that is heard of after everybody left is complete', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'LEFT', [AGENT]: 'LEFT' })
    expect(await toldOutcomes(id)).toEqual([])
    await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    await at('2027-01-09T09:02:00Z')
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS', 'COMPLETED'])
    expect(await service.read(id)).toMatchObject({ outcome: 'COMPLETED', version: 6 })
  })

  it('a customer who is heard of after it left did come', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'LEFT' })
    await service.presence(id, 2, { [ada]: 'JOINED' })
    await at('2027-01-09T10:00:00Z')
    expect(await toldOutcomes(id)).toEqual([])
    expect((await service.rosterOf(id)).version).toBe(3)
  })

  it('takes a NO_SHOW back also by what comes late', async () => {
    const { id, ada } = await begun()
    await service.presence(id, 3, { [ada]: 'LEFT' })
    await at('2027-01-09T09:10:00Z')
    await service.presence(id, 2, { [ada]: 'JOINED' })
    expect(await toldOutcomes(id)).toEqual(['NO_SHOW', null])
  })

  it('the same event again, and another of the same version, change nothing', async () => {
    const { id, ada } = await begun()
    const event = await service.presence(id, 2, { [ada]: 'JOINED', [AGENT]: 'JOINED' })
    const before = await service.read(id)
    const footprint = await service.footprint()
    await service.deliver(event)
    expect(await service.footprint()).toEqual(footprint)
    await service.presence(id, 2, {})
    expect(await service.read(id)).toEqual(before)
    expect(await toldOutcomes(id)).toEqual(['IN_PROGRESS'])
  })

  it('many at once end in the newest', async () => {
    const { id, ada } = await begun()
    const states = ['WAITING', 'JOINED', 'LEFT'] as const
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => service.presence(id, n + 2, { [ada]: states[n % 3]! })),
    )
    expect((await service.rosterOf(id)).version).toBe(13)
    expect((await service.read(id)).participants[1]).toMatchObject({ state: 'LEFT' })
  })
})
