import type { EventData, RosterSnapshot } from '@appointments/contracts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  appointmentsService,
  free,
  machine,
  managing,
  notOffered,
  rejection,
  supervisor,
  V2,
  type Body,
} from './harness.ts'

const service = appointmentsService()
const applicationId = 'app-moves'
const NOW = '2026-12-01T12:00:00Z'
const START = '2027-01-09T09:00:00Z'
const LATER = '2027-01-12T09:00:00Z'
const TAKEN = { status: 409, code: 'SLOT_TAKEN' }
let names = 0
const member = () => {
  names += 1
  return `mover-${names}`
}
let queueId = ''
const members = (...ids: string[]) => (service.availability.queues = { [queueId]: ids })
const policy = (availabilityPolicy: string) =>
  service.call(machine, 'PUT', `/api/v2/applications/${applicationId}/availability`, { availabilityPolicy })
const inQueue = () => ({ targetAssignment: { type: 'QUEUE', id: queueId } })
const book = (change: object) =>
  service.scheduled({ applicationId, duration: 'PT30M', start: START, ...change }, machine)
const bookAgent = (id: string, start = LATER) => book({ targetAssignment: { type: 'AGENT', id }, start })
const hold = (change: object) =>
  service.call(machine, 'POST', '/api/v2/availability/holds', { applicationId, ...change })
/** Books what a hold of the queue has found. @returns the id of the appointment */
const bookHeld = async (wish: object) => {
  const { body } = await hold({ queueId, start: START, duration: 'PT30M', ...wish })
  return (await book({ start: undefined, duration: undefined, holdId: body.id })).id
}
const move = (id: string, change: object = { start: LATER }, caller = supervisor) =>
  service.call(caller, 'PUT', `${V2}/reschedule`, { id, ...change })
const rowsOf = (id: string) =>
  service.query<{ agent_id: string; kind: string; start_at: Date }>(
    'SELECT agent_id, kind, start_at FROM agent_bookings WHERE appointment_id = $1 ORDER BY agent_id',
    [id],
  )
const at = (start: string) => new Date(start)
const decisionsOn = async (id: string) =>
  (await service.eventsOf(id))
    .filter(({ type }) => type === 'APAssignmentDecidedEvent')
    .map(({ data }) => data as EventData<'APAssignmentDecidedEvent'>)
const claimsOf = async (id: string) => (await service.eventsOf(id, true)).at(-1)?.data
const assignsLate = () => {
  service.availability.decide = (request) => ({
    ...free(request, service.availability.queues),
    assign: { when: 'BEFORE_START', lead: 'PT24H' },
  })
}
const assigned = async (
  { id }: Body,
  { decisionId, agentId = '' }: Partial<EventData<'APAssignmentDecidedEvent'>>,
) => {
  const roster: RosterSnapshot = {
    ...(await service.rosterOf(id)),
    version: 2,
    organizerId: agentId,
    participants: [{ id: agentId, type: 'AGENT' }],
  }
  const actor = { role: 'SYSTEM' }
  return service.publish('APReassignedEvent', id, 2, { appointmentId: id, roster, actor, decisionId })
}

/** Plays the part of the participants service, which declines the decision on a member. No other member is found then. */
const declined = async (id: string, agentId: string) => {
  const [decision] = await decisionsOn(id)
  service.availability.decide = () => undefined
  return service.publish('APAssignmentDeclinedEvent', id, 2, {
    appointmentId: id,
    roster: await service.rosterOf(id),
    actor: { role: 'SYSTEM' },
    decisionId: decision!.decisionId,
    agentId,
    reason: 'DECISION_ENDED',
  })
}

beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))
beforeEach(async () => {
  service.setNow(NOW)
  await policy('OFF')
  queueId = member()
  members()
  service.availability.decide = (request) => free(request, service.availability.queues)
})

describe.each(['OFF', 'WARN', 'ENFORCE'])('the move of an appointment with a member, under %s', (name) => {
  it('keeps the member if it is free', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const booked = await book(inQueue())
    await policy(name)
    const { status, body } = await move(booked.id)
    expect([status, body.organizer?.id, body.assignment?.state]).toEqual([200, one, 'ASSIGNED'])
    expect(await rowsOf(booked.id)).toEqual([{ agent_id: one, kind: 'BOOKED', start_at: at(LATER) }])
    expect(await decisionsOn(booked.id)).toEqual([])
  })

  it('otherwise takes another member, with an event in the version of the move', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const booked = await book({ ...inQueue(), preferredAgentId: one })
    await bookAgent(one)
    await policy(name)
    expect((await move(booked.id)).status).toBe(200)
    const [decision] = await decisionsOn(booked.id)
    expect(decision).toMatchObject({
      agentId: two,
      against: one,
      appointment: { version: 2, start: at(LATER).toISOString() },
    })
    // the former member is not in two places: only the new one is claimed at the new time
    expect(await rowsOf(booked.id)).toEqual([{ agent_id: two, kind: 'CLAIMED', start_at: at(LATER) }])
    const claims = (await service.eventsOf(booked.id, true)).at(-1)?.data as EventData<'APClaimsChangedEvent'>
    expect(claims).toMatchObject({ queueId, claims: [{ agentId: two, from: at(LATER).toISOString() }] })
    expect(
      rejection(
        await service.call(machine, 'POST', V2, {
          applicationId,
          start: LATER,
          duration: 'PT30M',
          targetAssignment: { type: 'AGENT', id: two },
        }),
      ),
    ).toEqual(TAKEN)
    await assigned(booked, decision!)
    expect(await service.read(booked.id)).toMatchObject({
      organizer: { id: two },
      start: LATER,
      assignment: { state: 'ASSIGNED' },
    })
    expect(await rowsOf(booked.id)).toEqual([{ agent_id: two, kind: 'BOOKED', start_at: at(LATER) }])
  })

  it('is rejected if no member is free, and changes nothing', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const booked = await book({ ...inQueue(), preferredAgentId: one })
    await bookAgent(one)
    await bookAgent(two)
    await policy(name)
    const before = await service.footprint()
    expect(rejection(await move(booked.id))).toEqual(TAKEN)
    expect(await service.footprint()).toEqual(before)
  })
})

describe('the move of an appointment with a member', () => {
  it('takes a member who is open under ENFORCE, and is rejected if none is', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const booked = await book({ ...inQueue(), preferredAgentId: one })
    await policy('ENFORCE')
    service.availability.decide = (request) => {
      const decision = free(request, service.availability.queues)
      return { ...decision, candidates: decision.candidates.filter(({ agentId }) => agentId === two) }
    }
    expect((await move(booked.id)).status).toBe(200)
    expect(await decisionsOn(booked.id)).toMatchObject([{ agentId: two, against: one }])
    service.availability.decide = (request) => notOffered(request, { known: true, reasons: ['CLOSED'] })
    const closed = await move(booked.id, { start: '2027-01-13T09:00:00Z' })
    expect(rejection(closed)).toEqual({ status: 409, code: 'OUTSIDE_AVAILABILITY' })
    service.availability.decide = () => undefined
    expect((await move(booked.id, { start: '2027-01-13T09:00:00Z' })).status).toBe(503)
  })

  it('leaves an appointment of an agent to its agent', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const { id } = await book({ targetAssignment: { type: 'AGENT', id: one } })
    await bookAgent(one)
    expect(rejection(await move(id))).toEqual(TAKEN)
  })

  it('goes to the member of a hold', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const booked = await book({ ...inQueue(), preferredAgentId: one })
    await bookAgent(one)
    const held = await hold({ appointmentId: booked.id, start: LATER })
    expect(held).toMatchObject({ status: 201, body: { agentId: two } })
    expect((await move(booked.id, { holdId: held.body.id })).status).toBe(200)
    expect(await decisionsOn(booked.id)).toMatchObject([{ agentId: two, against: one }])
    expect(await rowsOf(booked.id)).toMatchObject([{ agent_id: two, kind: 'CLAIMED' }])
  })

  it('keeps the language and the skills of the booking, with a hold as without one', async () => {
    members(member(), member())
    const id = await bookHeld({ language: 'fr', skills: ['loans'] })
    const requires = { languages: ['fr'], skills: ['loans'] }
    expect(await claimsOf(id)).toMatchObject({ queueId, requires })
    const asked = () => service.availability.asked.at(-1)
    await policy('ENFORCE')

    const { body } = await hold({ appointmentId: id, start: LATER })
    expect(asked()).toMatchObject({ purpose: 'HOLD', target: { queueId }, requires })
    expect((await move(id, { holdId: body.id })).status).toBe(200)
    expect((await move(id, { start: '2027-01-13T09:00:00Z' })).status).toBe(200)
    expect(asked()).toMatchObject({ purpose: 'MOVE', target: { queueId }, requires })
    await hold({ appointmentId: id, start: LATER, language: 'de', skills: ['cards'] })
    expect(asked()?.requires).toEqual({ languages: ['fr', 'de'], skills: ['loans', 'cards'] })
  })

  it('keeps the language of the booking if the organizer stays after another member has declined', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const id = await bookHeld({ language: 'fr', preferredAgentId: one })
    await bookAgent(one)
    expect((await move(id)).status).toBe(200)
    await declined(id, two)
    const { body } = await move(id, { start: '2027-01-14T09:00:00Z' })
    expect([body.organizer?.id, body.assignment?.state]).toEqual([one, 'ASSIGNED'])
    expect(await claimsOf(id)).toMatchObject({ requires: { languages: ['fr'] } })
  })

  it('continues the search for a member if only the time zone changes', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const { id } = await book({ ...inQueue(), preferredAgentId: one })
    await bookAgent(one)
    expect((await move(id)).status).toBe(200)
    await declined(id, two)
    const { status, body } = await move(id, { start: LATER, timezone: 'Europe/Berlin' })
    expect([status, body.assignment?.state]).toEqual([200, 'PENDING'])
    expect(await rowsOf(id)).toEqual([{ agent_id: two, kind: 'RESERVED', start_at: at(LATER) }])
  })

  it('keeps the organizer if the queue has been removed, with a hold as without one', async () => {
    const one = member()
    members(one)
    const booked = await book(inQueue())
    await policy('ENFORCE')
    service.availability.queues = {}
    const held = await hold({ appointmentId: booked.id, start: LATER })
    expect(held).toMatchObject({ status: 201, body: { agentId: one } })
    expect((await move(booked.id, { holdId: held.body.id })).status).toBe(200)
    expect(await rowsOf(booked.id)).toEqual([{ agent_id: one, kind: 'BOOKED', start_at: at(LATER) }])
    expect((await move(booked.id, { start: '2027-01-13T09:00:00Z' })).status).toBe(200)
    expect(await decisionsOn(booked.id)).toEqual([])
  })

  describe('by its organizer, who is busy at the new time and sees only its own appointments', () => {
    const own = 'app-own-moves'
    /** Moves an appointment as its organizer, and does something before the response. */
    const moved = async (meanwhile: (booked: Body, next: string) => Promise<unknown>) => {
      const [one, two] = [member(), member()]
      members(one, two)
      const booked = await book({ ...inQueue(), applicationId: own, preferredAgentId: one })
      await book({ targetAssignment: { type: 'AGENT', id: one }, applicationId: own, start: LATER })
      service.availability.reply = (send, { type, subject, data }) => {
        // events of earlier requests may arrive now as well
        const isOfMove =
          type === 'APClaimsChangedEvent' && subject === booked.id && data.start === at(LATER).toISOString()
        if (!isOfMove) {
          send()
          return
        }
        service.availability.reply = (reply) => reply()
        void meanwhile(booked, two).then(send)
      }
      const response = await move(booked.id, { start: LATER }, { roles: ['ROLE_AGENT'], userId: one })
      return { response, booked, next: two }
    }
    beforeAll(() => service.configured(own, { overlapPolicy: 'REJECT', agentAccess: 'ASSIGNED' }))

    it('returns the appointment of the other member without a secureToken', async () => {
      const { response, booked, next } = await moved(async (appointment) => {
        const [decision] = await decisionsOn(appointment.id)
        await assigned(appointment, decision!)
      })
      expect(response).toMatchObject({
        status: 200,
        body: { id: booked.id, start: LATER, organizer: { id: next } },
      })
      expect(response.body).not.toHaveProperty('secureToken')
    })

    it('returns the moved appointment if it is erased before the response', async () => {
      const { response, booked } = await moved(({ id }) => service.call(supervisor, 'DELETE', `${V2}/${id}`))
      expect(response).toMatchObject({ status: 200, body: { id: booked.id, start: LATER } })
      expect((await service.call(supervisor, 'GET', `${V2}/${booked.id}`)).status).toBe(404)
    })
  })

  it('goes to a different free member for each of many concurrent moves to one time', async () => {
    const all = [member(), member(), member()]
    members(...all)
    const hours = ['09', '11', '13', '15', '17', '19']
    const booked = await Promise.all(
      hours.map((hour) => book({ ...inQueue(), start: `2027-01-10T${hour}:00:00Z` })),
    )
    const moves = await Promise.all(booked.map(({ id }) => move(id)))
    expect(moves.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
    const taken = await service.query<{ agent_id: string }>(
      'SELECT agent_id FROM agent_bookings WHERE start_at = $1 AND agent_id = ANY ($2)',
      [LATER, all],
    )
    expect(taken.map(({ agent_id: id }) => id).sort()).toEqual(all.sort())
  })
})

describe('the move of an appointment without a member', () => {
  beforeEach(() => {
    assignsLate()
  })

  it('keeps its reservation if the member is free, and otherwise exchanges it without a decision event', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const kept = await book({ ...inQueue(), preferredAgentId: one })
    const moved = await move(kept.id)
    expect(moved.body.assignment).toEqual({ state: 'PENDING', queueId, dueAt: '2027-01-11T09:00:00Z' })
    expect(await rowsOf(kept.id)).toEqual([{ agent_id: one, kind: 'RESERVED', start_at: at(LATER) }])
    const exchanged = await book({ ...inQueue(), preferredAgentId: one })
    expect((await move(exchanged.id)).status).toBe(200)
    expect(await rowsOf(exchanged.id)).toEqual([{ agent_id: two, kind: 'RESERVED', start_at: at(LATER) }])
    expect(await decisionsOn(exchanged.id)).toEqual([])
  })

  it('assigns a member at once if the assignment is due at the new time', async () => {
    const one = member()
    members(one)
    const { id } = await book(inQueue())
    expect((await move(id, { start: '2026-12-02T09:00:00Z' })).status).toBe(200)
    expect(await decisionsOn(id)).toMatchObject([{ agentId: one }])
    expect(await rowsOf(id)).toMatchObject([{ agent_id: one, kind: 'CLAIMED' }])
  })

  it.each(['OFF', 'WARN', 'ENFORCE'])(
    'keeps an organizer who is assigned while the move is planned, under %s',
    async (name) => {
      const [one, two] = [member(), member()]
      members(one, two)
      const booked = await book({ ...inQueue(), preferredAgentId: one })
      await policy(name)
      service.availability.meanwhile = ({ purpose }) => {
        service.availability.meanwhile = () => Promise.resolve()
        expect(purpose).toBe('MOVE')
        return assigned(booked, { agentId: two })
      }
      const { status, body } = await move(booked.id)
      expect([status, body.organizer?.id, body.assignment?.state]).toEqual([200, two, 'ASSIGNED'])
      expect(await rowsOf(booked.id)).toEqual([{ agent_id: two, kind: 'BOOKED', start_at: at(LATER) }])
      expect(await decisionsOn(booked.id)).toEqual([])
    },
  )

  it('waits at the new time if no member is free there, unless the policy is ENFORCE', async () => {
    const one = member()
    members(one)
    const { id } = await book(inQueue())
    await bookAgent(one)
    const { body } = await move(id)
    expect(body.assignment).toMatchObject({ state: 'PENDING', reason: 'NOBODY_FREE' })
    expect(await rowsOf(id)).toEqual([])
    await policy('ENFORCE')
    expect(rejection(await move(id, { start: '2027-01-12T09:15:00Z' }))).toEqual(TAKEN)
  })

  it('is rejected under ENFORCE if no member is free or availability does not reply, even with an override', async () => {
    const one = member()
    members(one)
    const { id } = await book(inQueue())
    await bookAgent(one)
    await policy('ENFORCE')
    const overridden = () => move(id, { start: LATER, override: 'CALENDAR' })
    const before = await service.footprint()
    expect(rejection(await overridden())).toEqual(TAKEN)
    service.availability.decide = (request) =>
      notOffered(request, { known: true, reasons: ['NOT_ALIGNED', 'BOOKED', 'NOBODY_FREE'] })
    expect(rejection(await overridden())).toEqual(TAKEN)
    service.availability.decide = () => undefined
    expect((await overridden()).status).toBe(503)
    expect(await service.footprint()).toEqual(before)
  })
})

it('does not reveal the blocking slot to a customer', async () => {
  const one = member()
  members(one)
  const booked = await book({ ...inQueue(), customers: [{ contact: { primaryEmail: 'ada@example.org' } }] })
  await bookAgent(one)
  const customer = booked.participants.find(({ type }) => type === 'CUSTOMER')!
  const { status, body } = await move(booked.id, { start: LATER }, managing(booked.id, customer.id))
  expect([status, body.code, body.blocking]).toEqual([409, 'SLOT_TAKEN', undefined])
})
