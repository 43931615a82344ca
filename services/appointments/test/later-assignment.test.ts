import type { DecisionRequest, EventData, RosterSnapshot } from '@appointments/contracts'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  agent,
  anonymous,
  appointmentsService,
  free,
  machine,
  notOffered,
  of,
  rejection,
  supervisor,
  V1,
  V2,
  type Body,
} from './harness.ts'

const service = appointmentsService()
const NOW = '2026-12-01T12:00:00Z'
const START = '2027-01-09T09:00:00Z'
const DUE = '2027-01-08T09:00:00.000Z'
const applicationId = 'app-queue'
const system = { role: 'SYSTEM' }
const TAKEN = { status: 409, code: 'SLOT_TAKEN' }
const after = (minutes: number, from = NOW) => new Date(Date.parse(from) + minutes * 60_000).toISOString()

/** Members that no other test uses. */
let names = 0
const member = () => {
  names += 1
  return `member-${names}`
}
/** The queue of the current test. Appointments that earlier tests left waiting get none of its members. */
let queueId = ''
const members = (...ids: string[]) => (service.availability.queues = { [queueId]: ids })
/** The queue assigns its members a day before the start. */
const assignsLate = (offered = (_agentId: string) => true) => {
  service.availability.decide = (request) => {
    const decision = free(request, service.availability.queues)
    const candidates = decision.candidates.filter(({ agentId }) => offered(agentId))
    return {
      ...decision,
      candidates,
      verdict: candidates.length > 0 ? 'FREE' : 'NOT_OFFERED',
      reasons: candidates.length > 0 ? [] : ['ABSENT'],
      assign: { when: 'BEFORE_START', lead: 'PT24H' },
    }
  }
}
const book = async (change: Record<string, unknown> = {}): Promise<Body> => {
  const body = {
    applicationId,
    start: START,
    duration: 'PT30M',
    targetAssignment: { type: 'QUEUE', id: queueId },
  }
  const response = await service.call(machine, 'POST', V2, { ...body, ...change })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}
const bookAgent = (id: string, start = START) =>
  service.call(machine, 'POST', V2, {
    applicationId,
    start,
    duration: 'PT30M',
    targetAssignment: { type: 'AGENT', id },
  })
const rowsOf = (id: string) =>
  service.query<{ agent_id: string; kind: string }>(
    'SELECT agent_id, kind FROM agent_bookings WHERE appointment_id = $1 ORDER BY agent_id',
    [id],
  )
const claimsOf = async (id: string) =>
  (await service.eventsOf(id, true)).map((event) => (event.data as EventData<'APClaimsChangedEvent'>).claims)
const decisionsOn = async (id: string) =>
  (await service.eventsOf(id))
    .filter(({ type }) => type === 'APAssignmentDecidedEvent')
    .map(({ data }) => data as EventData<'APAssignmentDecidedEvent'>)
/** Whether a question is about the queue of the test. */
const isAboutQueue = (target: DecisionRequest['target']) =>
  target !== undefined && 'queueId' in target && target.queueId === queueId
const lastAsked = () => service.availability.asked.findLast(({ target }) => isAboutQueue(target))
/** Moves the clock, and resolves once the search has run for an appointment. */
async function searchAt(at: string, id: string): Promise<void> {
  const asked = service.availability.asked.length
  service.setNow(at)
  await vi.waitFor(
    async () => {
      // a decision without a reply is ended first, and the search follows in another turn
      await service.checkDue()
      const [row] = await service.query<{ assign_at: Date | null }>(
        'SELECT assign_at FROM appointments WHERE id = $1',
        [id],
      )
      expect(row?.assign_at?.getTime() ?? Infinity).toBeGreaterThan(Date.parse(at))
      if (Date.parse(at) < Date.parse(START)) expect(service.availability.asked.length).toBeGreaterThan(asked)
    },
    { timeout: 10_000, interval: 5 },
  )
}
/** Does something once during the next search for a member of the queue, before availability responds. */
function duringSearch(work: () => Promise<unknown>): void {
  service.availability.meanwhile = async ({ purpose, target }) => {
    if (purpose !== 'ASSIGN' || !isAboutQueue(target)) return
    service.availability.meanwhile = () => Promise.resolve()
    await work()
  }
}
/** Plays the part of the participants service, which applies a decision. */
async function assignedBy(id: string, { decisionId, agentId = '' }: EventData<'APAssignmentDecidedEvent'>) {
  const roster: RosterSnapshot = {
    ...(await service.rosterOf(id)),
    version: 2,
    organizerId: agentId,
    participants: [{ id: agentId, type: 'AGENT' }],
  }
  return service.publish('APReassignedEvent', id, 2, { appointmentId: id, roster, actor: system, decisionId })
}

beforeAll(() => service.configured(applicationId, { overlapPolicy: 'REJECT' }))
beforeEach(() => {
  service.setNow(NOW)
  service.availability.decide = (request) => free(request, service.availability.queues)
  queueId = member()
  members()
})

describe('an appointment whose queue has no free member', () => {
  it('gets one by a search every five minutes, and is assigned once the roster has the member', async () => {
    const { id, assignment } = await book()
    expect(assignment).toEqual({ state: 'PENDING', queueId, dueAt: NOW, reason: 'NOBODY_FREE' })
    const one = member()
    members(one)
    await searchAt(after(5), id)
    const [decision] = await decisionsOn(id)
    expect(decision).toMatchObject({ agentId: one, actor: system, appointment: { id, version: 2 } })
    expect(decision).not.toHaveProperty('against')
    // the time is claimed until the participants service has replied
    expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'CLAIMED' }])
    expect(await claimsOf(id)).toMatchObject([[{ agentId: one, kind: 'BOOKED' }]])
    expect(rejection(await bookAgent(one))).toEqual(TAKEN)
    expect((await service.read(id)).assignment).toEqual({ state: 'PENDING', queueId, dueAt: NOW })
    await assignedBy(id, decision!)
    expect(await service.read(id)).toMatchObject({
      organizer: { id: one },
      targetAssignment: { type: 'QUEUE', id: queueId },
      assignment: { state: 'ASSIGNED', queueId },
    })
    expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'BOOKED' }])
    service.availability.asked.length = 0
    service.setNow(after(30))
    await service.checkDue()
    expect(service.availability.asked).toEqual([])
  })

  it('counts as failed if a search finds no member, while further searches run until the start', async () => {
    const before = await service.unassigned()
    const { id } = await book()
    for (const minutes of [5, 10]) {
      await searchAt(after(minutes), id)
      expect((await service.read(id)).assignment).toEqual({
        state: 'FAILED',
        queueId,
        dueAt: NOW,
        reason: 'NOBODY_FREE',
      })
    }
    // the state is published once, without an agent
    expect(await decisionsOn(id)).toMatchObject([{ appointment: { assignment: { state: 'FAILED' } } }])
    expect((await decisionsOn(id))[0]).not.toHaveProperty('agentId')
    expect((await service.unassigned()).failed).toBeGreaterThan(before.failed)
    members(member())
    await searchAt(START, id)
    expect(await rowsOf(id)).toEqual([])
    const [row] = await service.query('SELECT assign_at FROM appointments WHERE id = $1', [id])
    expect(row).toEqual({ assign_at: null })
  })

  it('stays pending and counts as past due while availability does not reply, and a search runs every minute', async () => {
    service.availability.decide = () => undefined
    const { id } = await book()
    await searchAt(after(5), id)
    expect((await service.read(id)).assignment).toMatchObject({
      state: 'PENDING',
      reason: 'AVAILABILITY_UNCHECKED',
    })
    expect((await service.unassigned()).pending).toBeGreaterThan(0)
    service.availability.decide = (request) => free(request, service.availability.queues)
    members(member())
    await searchAt(after(6), id)
    expect(await decisionsOn(id)).toHaveLength(1)
  })

  it('gets one of several members, even if several appointments wait for the same time', async () => {
    const waiting = await Promise.all([book(), book(), book()])
    const all = [member(), member(), member()]
    members(...all)
    for (const { id } of waiting.slice(0, 1)) await searchAt(after(5), id)
    await vi.waitFor(
      async () => {
        for (const { id } of waiting) expect(await rowsOf(id)).toHaveLength(1)
      },
      { timeout: 10_000 },
    )
    const rows = await Promise.all(waiting.map(({ id }) => rowsOf(id)))
    expect(
      rows
        .flat()
        .map(({ agent_id: id }) => id)
        .sort(),
    ).toEqual(all.sort())
  })

  it('gets another member if the participants service declines one, whose time is kept until then', async () => {
    const { id } = await book()
    const [one, two] = [member(), member()]
    members(one)
    await searchAt(after(5), id)
    const [first] = await decisionsOn(id)
    members(two)
    await service.publish('APAssignmentDeclinedEvent', id, 2, {
      appointmentId: id,
      roster: await service.rosterOf(id),
      actor: system,
      decisionId: first!.decisionId,
      agentId: one,
      reason: 'DECISION_ENDED',
    })
    // the search is due at once, and may even have run by now
    await service.checkDue()
    expect(await decisionsOn(id)).toMatchObject([{ agentId: one }, { agentId: two }])
    expect(await rowsOf(id)).toEqual([{ agent_id: two, kind: 'CLAIMED' }])
    expect(rejection(await bookAgent(two))).toEqual(TAKEN)
    expect((await bookAgent(one)).status).toBe(200)
  })

  it('keeps a decision without a reply for ten minutes, and ends it before the next one', async () => {
    const { id } = await book()
    const one = member()
    members(one)
    await searchAt(after(5), id)
    const { participants } = service.others
    try {
      service.others.participants = () => undefined
      service.setNow(after(20))
      await service.checkDue()
      await vi.waitFor(
        () => {
          expect(service.asked).toContainEqual({
            ids: [id],
            endClaimsOf: [],
            endDecisions: [{ id, version: 2 }],
          })
        },
        { timeout: 10_000 },
      )
      expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'CLAIMED' }])
      expect(await decisionsOn(id)).toHaveLength(1)
    } finally {
      service.others.participants = participants
    }
    const two = member()
    members(two)
    await searchAt(after(30), id)
    await vi.waitFor(async () => expect(await rowsOf(id)).toEqual([{ agent_id: two, kind: 'CLAIMED' }]), {
      timeout: 10_000,
    })
    expect(await decisionsOn(id)).toMatchObject([{ agentId: one }, { agentId: two }])
  })
})

it('ends a decision without a claim if the application rejects double booking by then', async () => {
  const lenient = 'app-lenient-queue'
  const configured = (overlapPolicy: string) => service.configured(lenient, { overlapPolicy })
  await configured('ALLOW')
  const { id } = await book({ applicationId: lenient })
  const [one, two] = [member(), member()]
  members(one)
  await searchAt(after(5), id)
  expect(await service.query('SELECT FROM unsettled_slots WHERE appointment_id = $1', [id])).toEqual([])
  await configured('REJECT')
  members(two)
  await searchAt(after(20), id)
  expect(await decisionsOn(id)).toMatchObject([{ agentId: one }, { agentId: two }])
})

describe('a queue that assigns before the start', () => {
  beforeEach(() => assignsLate())

  it('reserves the time of a member, who is assigned when the assignment is due', async () => {
    const one = member()
    members(one)
    const booked = await book()
    const { id } = booked
    expect(booked).toMatchObject({
      assignment: { state: 'PENDING', queueId, dueAt: instantOf(DUE) },
    })
    expect(booked).not.toHaveProperty('organizer')
    expect(JSON.stringify(booked)).not.toContain(one)
    expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'RESERVED' }])
    expect(await claimsOf(id)).toMatchObject([[{ agentId: one, kind: 'RESERVED' }]])
    expect(rejection(await bookAgent(one))).toEqual(TAKEN)
    const list = await service.call({ ...agent, userId: one }, 'GET', `${V2}?applicationId=${applicationId}`)
    expect(list.status).toBe(404)
    await searchAt(DUE, id)
    const [decision] = await decisionsOn(id)
    expect(decision).toMatchObject({ agentId: one })
    expect(lastAsked()).toMatchObject({
      purpose: 'ASSIGN',
      target: { queueId },
      prefer: [one],
      bound: false,
    } satisfies Partial<DecisionRequest>)
    await assignedBy(id, decision!)
    expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'BOOKED' }])
    expect((await claimsOf(id)).at(-1)).toMatchObject([{ agentId: one, kind: 'BOOKED' }])
  })

  it('exchanges the member if it is not offered when the assignment is due', async () => {
    const [one, two] = [member(), member()]
    members(one)
    const { id } = await book()
    members(one, two)
    assignsLate((agentId) => agentId !== one)
    await searchAt(DUE, id)
    expect(await decisionsOn(id)).toMatchObject([{ agentId: two }])
    expect((await bookAgent(one)).status).toBe(200)
    expect(rejection(await bookAgent(two))).toEqual(TAKEN)
  })

  it('assigns a member at once if the booking is within its lead', async () => {
    const one = member()
    members(one)
    service.setNow('2027-01-08T10:00:00Z')
    expect(await book()).toMatchObject({ organizer: { id: one }, assignment: { state: 'ASSIGNED' } })
  })

  it('reserves a member as soon as one is free, without making it the organizer', async () => {
    const { id, assignment } = await book()
    expect(assignment).toMatchObject({ state: 'PENDING', dueAt: instantOf(DUE), reason: 'ABSENT' })
    const one = member()
    members(one)
    await searchAt(after(5), id)
    expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'RESERVED' }])
    expect((await service.read(id)).assignment).toEqual({
      state: 'PENDING',
      queueId,
      dueAt: instantOf(DUE),
    })
  })

  it('assigns the reserved member at the last moment if availability does not reply', async () => {
    const one = member()
    members(one)
    const { id } = await book()
    service.availability.decide = () => undefined
    await searchAt(DUE, id)
    expect(await decisionsOn(id)).toEqual([])
    await searchAt('2027-01-09T08:57:00Z', id)
    expect(await decisionsOn(id)).toMatchObject([{ agentId: one }])
  })

  describe('and an enforced calendar without an open member', () => {
    const OUTSIDE = { status: 409, code: 'OUTSIDE_AVAILABILITY' }
    const policy = (availabilityPolicy: string) =>
      service.call(machine, 'PUT', `/api/v2/applications/${applicationId}/availability`, {
        availabilityPolicy,
      })
    const move = (id: string, change: Record<string, unknown>) =>
      service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, ...change })
    const booking = (change: Record<string, unknown> = {}) =>
      service.call(supervisor, 'POST', V2, {
        applicationId,
        start: START,
        duration: 'PT30M',
        targetAssignment: { type: 'QUEUE', id: queueId },
        ...change,
      })
    /** All members are closed at the time of the booking. */
    const closed = () => {
      assignsLate()
      const { decide } = service.availability
      service.availability.decide = (request) => {
        const decision = decide(request)
        return (
          decision && {
            ...decision,
            verdict: 'NOT_OFFERED',
            reasons: ['CLOSED'],
            candidates: decision.candidates.map((one) => ({ ...one, offered: false, reasons: ['CLOSED'] })),
          }
        )
      }
    }
    beforeEach(() => policy('ENFORCE'))
    afterEach(() => policy('OFF'))

    it('assigns the reserved member of a booking that overrides the calendar', async () => {
      const one = member()
      members(one)
      closed()
      expect(rejection(await booking())).toEqual(OUTSIDE)
      const { status, body } = await booking({ override: 'CALENDAR' })
      expect([status, body.assignment]).toEqual([200, { state: 'PENDING', queueId, dueAt: instantOf(DUE) }])
      expect(await rowsOf(body.id)).toEqual([{ agent_id: one, kind: 'RESERVED' }])
      await searchAt(DUE, body.id)
      expect(await decisionsOn(body.id)).toMatchObject([{ agentId: one }])
      expect(await rowsOf(body.id)).toEqual([{ agent_id: one, kind: 'CLAIMED' }])
    })

    it('assigns a member after a move that overrides the calendar, until a move without an override', async () => {
      const one = member()
      members(one)
      const [moved, movedAgain] = [await book(), await book({ start: after(60, START) })]
      const LATER = '2027-01-12T09:00:00Z'
      closed()
      expect(rejection(await move(moved.id, { start: LATER }))).toEqual(OUTSIDE)
      for (const [{ id }, start] of [
        [moved, LATER],
        [movedAgain, after(60, LATER)],
      ] as const)
        expect((await move(id, { start, override: 'CALENDAR' })).status).toBe(200)
      assignsLate()
      expect((await move(movedAgain.id, { start: after(120, LATER) })).status).toBe(200)
      closed()
      await searchAt(after(-24 * 60, LATER), moved.id)
      expect(await decisionsOn(moved.id)).toMatchObject([{ agentId: one }])
      await searchAt(after(-22 * 60, LATER), movedAgain.id)
      expect((await service.read(movedAgain.id)).assignment).toMatchObject({
        state: 'FAILED',
        reason: 'CLOSED',
      })
    })

    it('assigns the reserved member after a move through v1, which the calendar does not bind', async () => {
      const one = member()
      members(one)
      const { id } = await book()
      const LATER = '2027-01-12T09:00:00Z'
      closed()
      const { status } = await service.call(supervisor, 'PUT', `${V1}/reschedule`, { id, start: LATER })
      expect(status).toBe(200)
      expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'RESERVED' }])
      await searchAt(after(-24 * 60, LATER), id)
      expect(await decisionsOn(id)).toMatchObject([{ agentId: one }])
    })
  })

  it('reserves the member of a hold that the booking uses', async () => {
    const one = member()
    members(one)
    const hold = await service.call(machine, 'POST', '/api/v2/availability/holds', {
      applicationId,
      queueId,
      start: START,
      duration: 'PT30M',
      language: 'fr',
    })
    expect(hold.status, JSON.stringify(hold.body)).toBe(201)
    const { body } = await service.call(machine, 'POST', V2, { applicationId, holdId: hold.body.id })
    expect(body).toMatchObject({ assignment: { state: 'PENDING', dueAt: instantOf(DUE) } })
    expect(await rowsOf(body.id)).toEqual([{ agent_id: one, kind: 'RESERVED' }])
    await searchAt(DUE, body.id)
    expect(lastAsked()).toMatchObject({ requires: { languages: ['fr'], skills: [] } })
  })

  it('ends the reservation when staff assigns another agent, and with the appointment', async () => {
    const [one, two] = [member(), member()]
    members(one)
    const reassigned = await book()
    const participants = [{ id: two, type: 'AGENT' as const }]
    await service.publishRoster(reassigned.id, 2, { organizerId: two, participants })
    expect(await rowsOf(reassigned.id)).toEqual([{ agent_id: two, kind: 'BOOKED' }])
    expect((await service.read(reassigned.id)).assignment).toEqual({ state: 'ASSIGNED', queueId })
    const cancelled = await book()
    expect(await rowsOf(cancelled.id)).toEqual([{ agent_id: one, kind: 'RESERVED' }])
    await service.call(supervisor, 'PUT', `${V2}/${cancelled.id}/cancel`)
    expect(await rowsOf(cancelled.id)).toEqual([])
    expect((await claimsOf(cancelled.id)).at(-1)).toEqual([])
    expect((await bookAgent(one)).status).toBe(200)
  })

  it('exchanges the member as soon as its calendar changes, and keeps it if no other member is free', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const { id } = await book()
    assignsLate((agentId) => agentId !== one && agentId !== two)
    const absent = (version: number, from = START, agentId = one) =>
      service.publish('APCalendarChangedEvent', agentId, version, {
        organizationId: '',
        agentId,
        from,
        to: after(60, from),
        cause: 'ABSENCE',
        version,
      })
    const asked = service.availability.asked.length
    await absent(1, '2027-01-09T10:00:00Z')
    await absent(2, START, two)
    await absent(3)
    await expect.poll(() => service.availability.asked).toHaveLength(asked + 1)
    expect(await rowsOf(id)).toEqual([{ agent_id: one, kind: 'RESERVED' }])
    assignsLate((agentId) => agentId !== one)
    await absent(4)
    await vi.waitFor(async () => expect(await rowsOf(id)).toEqual([{ agent_id: two, kind: 'RESERVED' }]), {
      timeout: 10_000,
    })
    expect(await decisionsOn(id)).not.toMatchObject([{ agentId: two }])
    expect((await claimsOf(id)).at(-1)).toMatchObject([{ agentId: two, kind: 'RESERVED' }])
    expect((await bookAgent(one)).status).toBe(200)
  })

  it('searches again if the calendar of the member changes during a search', async () => {
    const [one, two] = [member(), member()]
    members(one, two)
    const { id } = await book()
    const absent = (version: number) =>
      service.publish('APCalendarChangedEvent', one, version, {
        organizationId: '',
        agentId: one,
        from: START,
        to: after(60, START),
        cause: 'ABSENCE',
        version,
      })
    duringSearch(() => {
      assignsLate((agentId) => agentId !== one)
      return absent(2)
    })
    await absent(1)
    await expect.poll(() => rowsOf(id)).toEqual([{ agent_id: two, kind: 'RESERVED' }])
  })

  it('reserves no member at its new time by a search that began before the move', async () => {
    const { id } = await book()
    members(member())
    const moved = after(24 * 60, START)
    duringSearch(() => {
      service.availability.decide = (request) =>
        notOffered(request, {
          known: true,
          reasons: ['CLOSED'],
          assign: { when: 'BEFORE_START', lead: 'PT24H' },
        })
      return service.call(supervisor, 'PUT', `${V2}/reschedule`, { id, start: moved })
    })
    await searchAt(after(5), id)
    expect(await rowsOf(id)).toEqual([])
    expect(await service.read(id)).toMatchObject({
      start: instantOf(moved),
      assignment: { reason: 'CLOSED' },
    })
  })
})

it('shows the assignment to staff only, and not on v1', async () => {
  assignsLate()
  members(member())
  const { id } = await book()
  expect((await service.call(supervisor, 'GET', `${V1}/${id}`)).body).not.toHaveProperty('assignment')
  const customer = await service.call(of('other', supervisor), 'GET', `${V2}/${id}`)
  expect(customer.status).toBe(404)
  expect(rejection(await service.call(anonymous, 'GET', `${V2}/${id}`)).status).toBeGreaterThanOrEqual(401)
})

it('searches again if availability offers no member', async () => {
  const { id } = await book()
  members(member())
  service.availability.decide = (request) => notOffered(request, { reasons: ['CLOSED'], known: true })
  await searchAt(after(5), id)
  expect((await service.read(id)).assignment).toMatchObject({ state: 'FAILED', reason: 'CLOSED' })
})

const instantOf = (at: string) => at.replace('.000Z', 'Z')

it('asks about the time that the appointment occupies, with the buffers that it was booked with', async () => {
  members(member())
  assignsLate()
  const { decide } = service.availability
  const occupied = { from: after(-15, START), to: after(45, START) }
  service.availability.decide = (request) => {
    const decision = decide(request)
    return decision && { ...decision, occupied }
  }
  const { id } = await book()
  await searchAt(DUE, id)
  expect(lastAsked()).toMatchObject({ purpose: 'ASSIGN', occupied })
})
