import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createParticipants } from '../src/index.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('the service', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  it('reports that it is live and ready', async () => {
    for (const check of ['live', 'ready'])
      expect((await fetch(`${service.url}/health/${check}`)).status).toBe(200)
  })

  it('responds to an unknown route with a problem', async () => {
    expect(await service.v2('GET', '/a/b/c/d')).toMatchObject({
      status: 404,
      body: { code: 'ROUTE_NOT_FOUND' },
    })
  })

  it('accepts headers up to 64 KB, more than the gateway accepts [H4]', async () => {
    const asked = async (length: number) =>
      (await fetch(`${service.url}/nowhere`, { headers: { 'x-internal-caller': 'x'.repeat(length) } })).status
    expect([await asked(40_000), await asked(70_000)]).toEqual([404, 431])
  })

  it('responds to an unexpected error with 500 and no details [7 500]', async () => {
    const { id } = await service.scheduled()
    await service.pool.query('ALTER TABLE appointments RENAME TO elsewhere')
    try {
      for (const version of ['v1', 'v2'] as const) {
        const { status, body } = await service[version]('GET', `/${id}/participants/agent-1`)
        expect({ status, code: body.code }).toEqual({ status: 500, code: 'INTERNAL_ERROR' })
        expect(JSON.stringify(body)).not.toMatch(/relation|elsewhere|SELECT|\bat /)
      }
    } finally {
      await service.pool.query('ALTER TABLE elsewhere RENAME TO appointments')
    }
    expect((await service.v2('GET', `/${id}/participants/agent-1`)).status).toBe(200)
  })

  it('works as several replicas on one database', async () => {
    const replica = await service.replica()
    try {
      const appointments = await Promise.all(Array.from({ length: 10 }, () => service.scheduled()))
      const responses = await Promise.all(
        appointments.flatMap(({ id, customer }) =>
          [service.url, replica.url].map((url) =>
            service.callAt(url, 'PUT', `/api/v2/appointments/${id}/participants/${customer.id}?state=JOINED`),
          ),
        ),
      )
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
      for (const { id } of appointments) {
        expect((await service.rowsOf(id)).roster?.version).toBe(2)
        expect(service.typesOf(id)).toEqual(['APParticipantStateChangedEvent'])
      }
    } finally {
      await replica.stop()
    }
  })

  it('fails to start without a broker', async () => {
    const failing = createParticipants(service.settings, {
      connectBroker: () => Promise.reject(new Error('no broker')),
    })
    await expect(failing).rejects.toThrow('no broker')
  })
})
