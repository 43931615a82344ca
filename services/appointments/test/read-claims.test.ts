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
    const read = async () => {
      const { body } = await service.call(anonymous, 'POST', '/internal/events/unapplied', {
        subscriber: 'availability',
      })
      return (body as unknown as { eventIds: string[] }).eventIds
    }
    const { reply } = service.availability
    const withheld: (() => void)[] = []
    service.availability.reply = (send) => withheld.push(send)
    const booking = service.scheduled({ targetAssignment: { id: 'agent-1', type: 'AGENT' } })
    await expect.poll(() => withheld.length).toBe(1)
    const waiting = await read()
    service.availability.reply = reply
    for (const send of withheld) send()

    const { id } = await booking
    // events of the appointment itself are not for availability
    const [claims] = await service.eventsOf(id, true)
    expect(waiting).toContain(claims?.id)
    await expect.poll(read).not.toContain(claims?.id)
  })
})
