import { describe, expect, it, vi } from 'vitest'
import type { Caller } from '@appointments/contracts'
import { aCustomer, agent, appointmentsService, machine, supervisor, V2 } from './harness.ts'
import type { OpenedStream } from '@appointments/testing'
import { changeIn, openStream } from './event-source.ts'

const service = appointmentsService()
const STREAM = '/api/v2/changes/stream'
const agent8: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-8' }
const target = (id: string) => ({ targetAssignment: { id, type: 'AGENT' } })

const open = (caller: Caller, parameters = '', headers: Record<string, string> = {}) =>
  openStream(service.url(), caller, `${STREAM}?${parameters}`, headers)

/** The next change of a stream, as appointment and scope. */
const nextOf = async (stream: OpenedStream) => {
  const event = await stream.next()
  if (event?.event !== 'change') return event
  const { appointmentId, inScope } = changeIn(event)
  return { appointmentId, inScope }
}

describe('a stream of changes', () => {
  it('sends each change after its beginning, with the current appointment', async () => {
    const stream = await open(supervisor)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const { id } = await service.scheduled({ customers: [aCustomer()], title: 'a' })
    const event = await stream.next()
    expect(event).toMatchObject({
      event: 'change',
      id: expect.any(String) as string,
      data: {
        type: 'APScheduledEvent',
        appointmentId: id,
        version: 2,
        actor: { id: 'agent-7', via: 'API' },
        inScope: true,
        appointment: { id, title: 'a' },
      },
    })
    await service.call(supervisor, 'PUT', `${V2}/${id}/cancel`)
    expect((await stream.next())?.data).toMatchObject({
      type: 'APCancelledEvent',
      changed: [{ name: 'state', from: 'SCHEDULED', to: 'CANCELLED' }],
      appointment: { state: 'CANCELLED' },
    })
    stream.close()
  })

  it('shows each listener only appointments that it may list', async () => {
    const [own, other, all] = [await open(agent), await open(agent8), await open(supervisor)]
    const first = await service.scheduled(target('agent-7'), machine)
    const second = await service.scheduled(target('agent-8'), machine)
    expect(await nextOf(own)).toEqual({ appointmentId: first.id, inScope: true })
    expect(await nextOf(other)).toEqual({ appointmentId: second.id, inScope: true })
    expect(await nextOf(all)).toEqual({ appointmentId: first.id, inScope: true })
    expect(await nextOf(all)).toEqual({ appointmentId: second.id, inScope: true })
    for (const stream of [own, other, all]) stream.close()
  })

  it('applies changed settings that restrict agents while it is open', async () => {
    const applicationId = 'app-restricted'
    await service.configured(applicationId, { restrictAgentsToOwnAppointments: false })
    const stream = await open(agent8, `applicationId=${applicationId}`)
    const visible = await service.scheduled({ ...target('agent-7'), applicationId }, machine)
    expect(await nextOf(stream)).toEqual({ appointmentId: visible.id, inScope: true })
    await service.configured(applicationId, { restrictAgentsToOwnAppointments: true })
    await service.scheduled({ ...target('agent-7'), applicationId }, machine)
    const own = await service.scheduled({ ...target('agent-8'), applicationId }, machine)
    expect(await nextOf(stream)).toEqual({ appointmentId: own.id, inScope: true })
    stream.close()
  })

  it.each(['Last-Event-ID', 'cursor'])(
    'continues without a missing or repeated change after the %s',
    async (by) => {
      const filters = 'applicationId=app-resumed'
      const stream = await open(supervisor, filters)
      const booked: string[] = []
      const book = async () => booked.push((await service.scheduled({ applicationId: 'app-resumed' })).id)
      for (let count = 0; count < 3; count += 1) await book()
      const got = [await nextOf(stream), await nextOf(stream)]
      const last = stream.lastId() ?? ''
      stream.close()
      for (let count = 0; count < 3; count += 1) await book()
      const again =
        by === 'cursor'
          ? await open(supervisor, `${filters}&cursor=${last}`)
          : await open(supervisor, filters, { 'last-event-id': last })
      await book()
      for (let count = 0; count < 5; count += 1) got.push(await nextOf(again))
      expect(got).toEqual(booked.map((appointmentId) => ({ appointmentId, inScope: true })))
      again.close()
    },
  )

  it('can be resumed before any change', async () => {
    const stream = await open(supervisor)
    await expect.poll(() => service.followers()).toBe(1)
    const next = stream.next()
    await service.scheduled({ title: 'a' })
    await next
    const last = stream.lastId() ?? ''
    stream.close()
    const { id } = await service.scheduled({ title: 'b' })
    const again = await open(supervisor, '', { 'last-event-id': last })
    expect(await nextOf(again)).toEqual({ appointmentId: id, inScope: true })
    again.close()
  })

  it('sends a long backlog to a client that reads it, on one connection', async () => {
    const { nextCursor } = (await service.call(supervisor, 'GET', '/api/v2/changes')).body as unknown as {
      nextCursor: string
    }
    const { id } = await service.scheduled({ notes: 'a'.repeat(4000) })
    const repeated = 300
    await service.query(
      `INSERT INTO appointment_changes (appointment_id, application_id, version, type, at, actor, changed, agents_before,
         agents_after, starts)
       SELECT appointment_id, application_id, version, 'APUpdatedEvent', at, actor, '[]', agents_after, agents_after, starts
       FROM appointment_changes, generate_series(1, $2) WHERE appointment_id = $1`,
      [id, repeated],
    )
    await vi.waitFor(
      async () =>
        expect(await service.query('SELECT id FROM appointment_changes WHERE position IS NULL')).toEqual([]),
      { timeout: 10_000, interval: 5 },
    )
    const stream = await open(supervisor, '', { 'last-event-id': nextCursor })
    for (let count = 0; count <= repeated; count += 1)
      expect(await nextOf(stream)).toEqual({ appointmentId: id, inScope: true })
    const { id: next } = await service.scheduled()
    expect(await nextOf(stream)).toEqual({ appointmentId: next, inScope: true })
    stream.close()
  })

  it('begins with the present if the Last-Event-ID is empty', async () => {
    const stream = await open(supervisor, '', { 'last-event-id': '' })
    expect(stream.status).toBe(200)
    const { id } = await service.scheduled()
    expect(await nextOf(stream)).toEqual({ appointmentId: id, inScope: true })
    stream.close()
  })

  it.each([
    ['of other filters', 'applicationId=app-2', 400, 'CURSOR_INVALID'],
    ['that no response contained', '', 400, 'CURSOR_INVALID'],
  ])('is rejected with a cursor %s', async (_, filters, status, code) => {
    const { nextCursor } = (await service.call(supervisor, 'GET', '/api/v2/changes?applicationId=app-1'))
      .body as unknown as { nextCursor: string }
    const stream = await open(supervisor, filters, { 'last-event-id': nextCursor })
    expect({ status: stream.status, code: stream.problem?.code }).toEqual({ status, code })
  })

  it('is rejected with an expired cursor, before it begins', async () => {
    const { nextCursor } = (await service.call(supervisor, 'GET', '/api/v2/changes')).body as unknown as {
      nextCursor: string
    }
    service.setNow('2027-03-01T12:00:00Z')
    const stream = await open(supervisor, `cursor=${nextCursor}`)
    expect({ status: stream.status, code: stream.problem?.code }).toEqual({
      status: 410,
      code: 'CURSOR_EXPIRED',
    })
    service.setNow('2026-12-01T12:00:00Z')
  })

  it('ends with the reason when its instance stops, and continues at another one', async () => {
    const other = await service.startAnother()
    const stream = await openStream(other.url, supervisor)
    const { id: first } = await service.scheduled()
    expect(await nextOf(stream)).toEqual({ appointmentId: first, inScope: true })
    await other.stop()
    expect(await stream.next()).toEqual({ event: 'end', data: { reason: 'DRAINING' } })
    expect(await stream.next()).toBeUndefined()
    const { id: second } = await service.scheduled()
    const again = await open(supervisor, '', { 'last-event-id': stream.lastId() ?? '' })
    expect(await nextOf(again)).toEqual({ appointmentId: second, inScope: true })
    again.close()
  })

  it('is removed when its client disconnects', async () => {
    const stream = await open(supervisor)
    await expect.poll(() => service.followers()).toBeGreaterThan(0)
    stream.close()
    await expect.poll(() => service.followers()).toBe(0)
  })
})
