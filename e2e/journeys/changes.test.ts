import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Change, TimelineEntry } from '@appointments/contracts'
import { daysAhead, openEventSource, type OpenedStream } from '@appointments/testing'
import { client, type Call } from '../src/client.ts'
import { done } from '../src/done.ts'
import { customersIn, type Appointment } from '../src/response-bodies.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'
const STREAM = '/api/v2/changes/stream'

let system: Services
const tokens = {
  seven: tokenFor('ROLE_AGENT', { userId: 'agent-7' }),
  eight: tokenFor('ROLE_AGENT', { userId: 'agent-8' }),
  supervisor: tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }),
}
let seven: Call
let supervisor: Call

beforeAll(async () => {
  system = await startServices()
  seven = client(system.gatewayUrl, tokens.seven)
  supervisor = client(system.gatewayUrl, tokens.supervisor)
})
afterAll(() => system.close())

const open = (who: keyof typeof tokens, headers: Record<string, string> = {}): Promise<OpenedStream> =>
  openEventSource(system.gatewayUrl + STREAM, { authorization: `Bearer ${tokens[who]}`, ...headers })

const book = async (agentId = 'agent-7'): Promise<Appointment> =>
  (await done(
    seven('POST', V2, {
      applicationId: 'followed',
      start: daysAhead(30),
      duration: 'PT30M',
      targetAssignment: { type: 'AGENT', id: agentId },
      customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
    }),
  )) as Appointment

/** The next change of a stream. */
const nextOf = async (stream: OpenedStream): Promise<Change> => {
  const event = await stream.next()
  expect(event?.event).toBe('change')
  return event?.data as Change
}

it('a change made at one desk appears at the desks that may see it, and nowhere else', async () => {
  const desks = {
    seven: await open('seven'),
    eight: await open('eight'),
    supervisor: await open('supervisor'),
  }
  const { id, ...booked } = await book()
  const customer = customersIn(booked as Appointment)[0]!
  // a change shows the appointment as it is at the time of the read, so each change is read before the next is made
  expect(await nextOf(desks.seven)).toMatchObject({
    type: 'APScheduledEvent',
    inScope: true,
    appointmentId: id,
  })
  await done(supervisor('PUT', `${V2}/${id}/participants/${customer}?state=WAITING`))
  expect(await nextOf(desks.seven)).toMatchObject({
    type: 'APParticipantStateChangedEvent',
    changed: [{ name: 'presence', participantId: customer, to: 'WAITING' }],
  })
  await done(supervisor('PUT', `${V2}/reassign`, { id, userId: 'agent-8' }))
  const left = await nextOf(desks.seven)
  expect(left).toMatchObject({ type: 'APReassignedEvent', inScope: false, changed: [] })
  expect(left).not.toHaveProperty('appointment')
  // the first change of the appointment that the other agent sees
  expect(await nextOf(desks.eight)).toMatchObject({
    type: 'APReassignedEvent',
    inScope: true,
    appointment: { id, organizer: { id: 'agent-8' } },
  })
  for (const type of ['APScheduledEvent', 'APParticipantStateChangedEvent', 'APReassignedEvent'])
    expect(await nextOf(desks.supervisor)).toMatchObject({ type, appointment: { id } })

  const { content } = (await done(supervisor('GET', `${V2}/${id}/timeline`))) as { content: TimelineEntry[] }
  expect(content.map(({ type, actor }) => [type, actor.id])).toEqual([
    ['APReassignedEvent', 'supervisor-1'],
    ['APParticipantStateChangedEvent', 'supervisor-1'],
    ['APScheduledEvent', 'agent-7'],
  ])
  for (const desk of Object.values(desks)) desk.close()
})

it('a desk misses nothing and gets nothing twice while the service restarts', async () => {
  const desk = await open('supervisor')
  const first = await book()
  expect((await nextOf(desk)).appointmentId).toBe(first.id)
  const second = await book()
  await system.stop('appointments')
  // the change may have arrived before the stream ended
  const events = []
  for (let event = await desk.next(); event; event = await desk.next()) events.push(event)
  expect(events.at(-1)).toEqual({ event: 'end', data: { reason: 'DRAINING' } })
  const seen = events.slice(0, -1).map(({ data }) => (data as Change).appointmentId)

  expect((await open('supervisor', { 'last-event-id': desk.lastId()! })).status).toBe(503)
  await system.start('appointments')
  const again = await open('supervisor', { 'last-event-id': desk.lastId()! })
  const third = await book()
  while (seen.length < 2) seen.push((await nextOf(again)).appointmentId)
  expect(seen).toEqual([second.id, third.id])
  again.close()
})

it('a request that waits for longer than the usual deadline gets the next change', async () => {
  const { nextCursor } = (await done(supervisor('GET', '/api/v2/changes'))) as { nextCursor: string }
  const waiting = supervisor('GET', `/api/v2/changes?cursor=${nextCursor}&wait=PT25S`)
  const { id } = await book()
  expect(await waiting).toMatchObject({ status: 200, body: { content: [{ appointmentId: id }] } })
})

describe('a hundred listeners', () => {
  const APPLICATIONS = ['crowd-1', 'crowd-2']
  const agents = Array.from({ length: 20 }, (_, number) => `crowd-agent-${number}`)

  /** A follower of the stream, and the appointments it may see. */
  interface Listener {
    caller: string
    filter: string
    /** Whether the follower may get an appointment. */
    mayGet: (appointment: NonNullable<Change['appointment']>) => boolean
    copy: Map<string, unknown>
    foreign: unknown[]
    ids: (string | undefined)[]
    stream: OpenedStream
  }
  const has = (agentId: string) => (one: NonNullable<Change['appointment']>) =>
    one.participants.some(({ id }) => id === agentId)
  const isOf = (applicationId: string) => (one: NonNullable<Change['appointment']>) =>
    one.applicationId === applicationId
  const organization = (organizationId: string) =>
    tokenFor('ROLE_SUPERVISOR', { userId: `supervisor-${organizationId}`, organizationId })

  /** Followers of four kinds: agents, and supervisors of everything, of an application and of an agent. */
  const wanted = [
    ...agents.flatMap((id) =>
      ['', `?applicationId=${APPLICATIONS[0]}`].map((filter) => ({
        caller: tokenFor('ROLE_AGENT', { userId: id }),
        filter,
        mayGet: (one: NonNullable<Change['appointment']>) =>
          has(id)(one) && (filter === '' || isOf(APPLICATIONS[0]!)(one)),
      })),
    ),
    ...agents.map((id, number) => ({
      caller: tokenFor('ROLE_SUPERVISOR', { userId: `crowd-supervisor-${number}` }),
      filter: `?applicationId=${APPLICATIONS[number % 2]}`,
      mayGet: isOf(APPLICATIONS[number % 2]!),
    })),
    ...agents.map((id) => ({
      caller: tokenFor('ROLE_SUPERVISOR', { userId: `crowd-supervisor-of-${id}` }),
      filter: `?agentId=${id}`,
      mayGet: has(id),
    })),
    // none of these appointments belongs to an organization
    ...agents.map((id) => ({ caller: organization(`org-${id}`), filter: '', mayGet: () => false })),
  ]

  const shownAs = ({ version, state, start }: Pick<Appointment, 'version' | 'state' | 'start'>) => ({
    version,
    state,
    start,
  })

  /** The appointments that a listener's caller may list with its filter. */
  async function listed({ caller, filter }: Listener): Promise<Map<string, unknown>> {
    const { agentId, applicationId } = Object.fromEntries(new URLSearchParams(filter))
    const call = client(system.gatewayUrl, caller)
    const copy = new Map<string, unknown>()
    for (const application of applicationId === undefined ? APPLICATIONS : [applicationId]) {
      const search = { applicationId: application, limit: 200, ...(agentId && { agentId: [agentId] }) }
      const { content } = (await done(call('POST', `${V2}/search`, search))) as { content: Appointment[] }
      for (const one of content) copy.set(one.id, shownAs(one))
    }
    return copy
  }

  async function listen(one: (typeof wanted)[number]): Promise<Listener> {
    const stream = await openEventSource(system.gatewayUrl + STREAM + one.filter, {
      authorization: `Bearer ${one.caller}`,
    })
    expect(stream.status).toBe(200)
    const listener: Listener = { ...one, copy: new Map(), foreign: [], ids: [], stream }
    void (async () => {
      for (let event = await stream.next(); event; event = await stream.next()) {
        const { appointmentId, inScope, appointment } = event.data as Change
        listener.ids.push(event.id)
        if (inScope && appointment && !listener.mayGet(appointment)) listener.foreign.push(event.data)
        if (inScope && appointment) listener.copy.set(appointmentId, shownAs(appointment))
        else listener.copy.delete(appointmentId)
      }
    })()
    return listener
  }

  it('each end with exactly the appointments they may list', async () => {
    expect(wanted).toHaveLength(100)
    const listeners = await Promise.all(wanted.map(listen))
    const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
    const next = (number: number) => agents[number % agents.length]!
    const history = async (number: number) => {
      const { id } = (await done(
        machine('POST', V2, {
          applicationId: APPLICATIONS[number % 2],
          start: daysAhead(30 + (number % 20)),
          duration: 'PT30M',
          targetAssignment: { type: 'AGENT', id: next(number) },
        }),
      )) as Appointment
      await done(supervisor('PUT', `${V2}/reassign`, { id, userId: next(number + 1) }))
      if (number % 3 === 0) await done(supervisor('PUT', `${V2}/${id}/cancel`))
      if (number % 3 === 1) await done(supervisor('PUT', `${V2}/reschedule`, { id, start: daysAhead(60) }))
      if (number % 5 === 0) await done(machine('DELETE', `${V2}/${id}`))
    }
    for (let from = 0; from < 40; from += 8)
      await Promise.all(Array.from({ length: 8 }, (_, at) => history(from + at)))

    for (const listener of listeners) {
      // both may lag behind on a busy machine, but not for long
      await vi.waitFor(async () => expect(listener.copy).toEqual(await listed(listener)), {
        timeout: 15_000,
        interval: 20,
      })
      expect(listener.foreign).toEqual([])
      expect(new Set(listener.ids).size).toBe(listener.ids.length)
      listener.stream.close()
    }
    // only supervisors of other organizations received nothing
    expect(listeners.filter(({ ids }) => ids.length === 0)).toHaveLength(agents.length)
  }, 120_000)
})
