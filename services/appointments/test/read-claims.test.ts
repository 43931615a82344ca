import { describe, expect, it } from 'vitest'
import { anonymous, appointmentsService, supervisor, V2 } from './harness.ts'

const service = appointmentsService()
const read = (body: object) => service.call(anonymous, 'POST', '/internal/claims/read', body)
const readApplications = (body: object) =>
  service.call(anonymous, 'POST', '/internal/applications/published', body)

interface Holder {
  holder: { type: string; id: string }
}

describe('readClaims', () => {
  it('returns the claims of open appointments as their events did, a page at a time', async () => {
    const start = ['2027-01-09T09:00:00Z', '2027-01-09T10:00:00Z', '2027-01-09T11:00:00Z']
    const ids: string[] = []
    for (const [index, one] of start.entries()) {
      const target = { id: `agent-${index}`, type: 'AGENT' }
      ids.push((await service.scheduled({ start: one, targetAssignment: target })).id)
    }
    const cancelled = await service.scheduled({ targetAssignment: { id: 'agent-9', type: 'AGENT' } })
    await service.call(supervisor, 'PUT', `${V2}/${cancelled.id}/cancel`)
    await service.scheduled({}, supervisor)

    const pages: Holder[][] = []
    for (let after: Holder['holder'] | undefined; pages.length < 3; after = pages.at(-1)?.at(-1)?.holder) {
      const { status, body } = await read({ limit: 2, ...(after && { after }) })
      expect(status).toBe(200)
      pages.push((body as unknown as { holders: Holder[] }).holders)
      if ((pages.at(-1) ?? []).length < 2) break
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 1])
    const holders = pages.flat()
    expect(holders.map(({ holder }) => holder.id)).toEqual(ids.toSorted())
    for (const id of ids) {
      const [published] = (await service.eventsOf(id, true)).map(({ data }) => data)
      expect(holders.find(({ holder }) => holder.id === id)).toEqual(published)
    }
  })
})

describe('readPublishedApplications', () => {
  it('returns the applications by id, a page at a time', async () => {
    for (const id of ['zeta', 'eta']) await service.call(supervisor, 'PUT', `/api/v2/applications/${id}`, {})
    const { status, body } = await readApplications({ limit: 1, after: 'eta' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ applications: [{ application: { id: 'zeta' } }] })
  })
})

describe('readUnapplied', () => {
  it('returns the events that a subscriber has not applied', async () => {
    const { body } = await service.call(anonymous, 'POST', '/internal/events/unapplied', {
      subscriber: 'availability',
    })
    const { eventIds: before } = body as unknown as { eventIds: string[] }
    const { id } = await service.scheduled({ targetAssignment: { id: 'agent-1', type: 'AGENT' } })
    const { body: later } = await service.call(anonymous, 'POST', '/internal/events/unapplied', {
      subscriber: 'availability',
    })
    const { eventIds } = later as unknown as { eventIds: string[] }
    const added = eventIds.filter((eventId) => !before.includes(eventId))
    // no availability service runs here; appointment events are not for it
    const [claims] = await service.eventsOf(id, true)
    expect(added).toEqual([claims?.id])
  })
})
