import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { later, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('requests with an Idempotency-Key', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const customer = { username: 'grace' }

  it('add one customer despite parallel repeats, with the same response', async () => {
    const { id } = await service.scheduled({ customers: [] })
    const request = { body: { id, customer }, key: 'twenty' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => service.v2('POST', '/participants/customers', request)),
    )
    const executed = responses.filter(({ status }) => status === 200)
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(new Set(executed.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(executed.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect((await service.rowsOf(id)).customers).toHaveLength(1)
    expect(service.typesOf(id)).toEqual(['APParticipantAddedEvent'])
  })

  it.each(['v1', 'v2'] as const)('add an agent once on %s, and replay the response', async (version) => {
    const { id } = await service.scheduled()
    const add = () =>
      service[version]('POST', '/participants/agents', {
        body: { id, userId: 'agent-2' },
        key: `agent on ${version}`,
      })
    const first = await add()
    expect(first).toMatchObject({ status: 200, isReplayed: false })
    expect(await add()).toEqual({ ...first, isReplayed: true })
    expect(service.typesOf(id)).toEqual(['APParticipantAddedEvent'])
  })

  it('replay the stored response with its ETag, whatever has happened since', async () => {
    const { id, customer: ada } = await service.scheduled()
    const join = () => service.v2('PUT', `/${id}/participants/${ada.id}?state=JOINED`, { key: 'join' })
    const first = await join()
    await service.v2('PUT', `/${id}/participants/${ada.id}?state=LEFT`)
    const again = await join()
    expect(again).toEqual({ ...first, isReplayed: true })
    expect((await service.rowsOf(id)).roster).toMatchObject({ version: 3 })
  })

  it('replay a rejection in the same version, and reject the key for another request', async () => {
    const { id, appointment } = await service.scheduled()
    await service.publish(
      eventOf('APCancelledEvent', later(appointment, { state: 'CANCELLED' }), { notify: true }),
    )
    const add = (version: 'v1' | 'v2', userId: string) =>
      service[version]('POST', '/participants/agents', { body: { id, userId }, key: 'rejected' })
    expect(await add('v1', 'agent-2')).toMatchObject({ status: 404, isReplayed: false })
    // v1 responds with 404 for a cancelled appointment too, and a 404 for an unknown appointment is not
    // stored
    expect(await add('v1', 'agent-2')).toMatchObject({ status: 404, isReplayed: false })
    expect(await add('v2', 'agent-2')).toMatchObject({ status: 409, isReplayed: false })
    expect(await add('v2', 'agent-2')).toMatchObject({ status: 409, isReplayed: true })
    expect(await add('v2', 'agent-3')).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })
})
