import { instant } from '@appointments/contracts'
import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, machine, of, rejection, supervisor, V2 } from './harness.ts'

const service = appointmentsService()
const path = (id: string) => `${V2}/${id}/room`
const open = (id: string, caller = agent, headers = {}) =>
  service.call(caller, 'PUT', path(id), undefined, headers)
const typesOf = async (id: string) => (await service.eventsOf(id)).map(({ type }) => type)

describe('openRoom', () => {
  it.each([
    ['an assigned agent', agent],
    ['a supervisor', supervisor],
    ['a client service', machine],
  ])('activates the appointment for %s, and returns the room as a read does', async (_, caller) => {
    const { id, start } = await service.scheduled()
    const { status, body } = await open(id, caller)
    expect(status).toBe(200)
    expect(body).toEqual((await service.call(caller, 'GET', path(id))).body)
    expect(body.joinFrom).toBe(instant(Date.parse(start) - 900_000))
    expect(await service.read(id)).toMatchObject({ state: 'ACTIVATED' })
    expect(await typesOf(id)).toContain('APActivatedEvent')
  })

  it('returns an open room unchanged and publishes nothing', async () => {
    const { id } = await service.scheduled()
    const { body } = await open(id)
    const [before, { version }] = [await typesOf(id), await service.read(id)]
    expect(await open(id, supervisor)).toMatchObject({ status: 200, body })
    expect(await typesOf(id)).toEqual(before)
    expect(await service.read(id)).toMatchObject({ version })
  })

  it('rejects agents of other appointments, and hides the appointment from other organizations', async () => {
    const { id } = await service.scheduled()
    expect(rejection(await open(id, { ...agent, userId: 'agent-9' }))).toEqual({
      status: 403,
      code: 'FORBIDDEN',
    })
    const hidden = { status: 404, code: 'APPOINTMENT_NOT_FOUND' }
    expect(rejection(await open(id, of('org-2', supervisor)))).toEqual(hidden)
    expect(rejection(await open('nowhere'))).toEqual(hidden)
    expect(await service.read(id)).toMatchObject({ state: 'SCHEDULED', version: 2 })
  })

  it('rejects an appointment that has ended, and an If-Match with another version', async () => {
    const { id } = await service.scheduled()
    const other = await open(id, agent, { 'if-match': '"1"' })
    expect(rejection(other)).toEqual({ status: 412, code: 'VERSION_MISMATCH' })
    await service.call(agent, 'PUT', `${V2}/${id}/cancel`)
    expect(rejection(await open(id))).toEqual({ status: 409, code: 'INVALID_STATE' })
    expect(await typesOf(id)).not.toContain('APActivatedEvent')
  })

  it('has one effect for one idempotency key', async () => {
    const { id } = await service.scheduled()
    const key = { 'idempotency-key': 'open-once' }
    const first = await open(id, agent, key)
    const again = await open(id, agent, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})
