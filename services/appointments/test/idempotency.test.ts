import { KEEP_HEADER } from '@appointments/http'
import { daysAhead } from '@appointments/testing'
import { describe, expect, it } from 'vitest'
import { agent, appointmentsService, aSchedule, rejection, supervisor, V1, V2 } from './harness.ts'

const service = appointmentsService()

describe('Idempotency-Key', () => {
  it('creates one appointment for 50 parallel repeats, with the same response for all', async () => {
    const request = aSchedule({ applicationId: 'app-keys', title: 'once' })
    const headers = { 'idempotency-key': 'fifty' }
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => service.call(agent, 'POST', V2, request, headers)),
    )
    const executed = responses.filter(({ status }) => status === 200)
    expect(new Set(executed.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(executed.filter(({ headers: one }) => one.get('idempotency-replayed') === null)).toHaveLength(1)
    for (const { status, body } of responses) {
      if (status !== 200)
        expect({ status, code: body.code }).toEqual({ status: 409, code: 'REQUEST_IN_PROGRESS' })
    }
    const rows = await service.query(
      "SELECT count(*) AS n FROM appointments WHERE application_id = 'app-keys'",
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('rejects the key with another body, and separates the keys of different callers', async () => {
    const headers = { 'idempotency-key': 'reused' }
    const first = await service.call(agent, 'POST', V2, aSchedule(), headers)
    const other = await service.call(agent, 'POST', V2, aSchedule({ duration: 'PT1H' }), headers)
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    const colleague = await service.call({ ...agent, userId: 'agent-8' }, 'POST', V2, aSchedule(), headers)
    expect(colleague.status).toBe(200)
    expect(colleague.body.id).not.toBe(first.body.id)
  })

  it('treats a body with another order of fields as the same', async () => {
    const headers = { 'idempotency-key': 'ordered' }
    const first = await service.call(
      agent,
      'POST',
      V2,
      '{"applicationId":"a","start":"2027-01-09T09:00:00Z","duration":"PT1H"}',
      headers,
    )
    const again = await service.call(
      agent,
      'POST',
      V2,
      '{"duration":"PT1H","start":"2027-01-09T09:00:00Z","applicationId":"a"}',
      headers,
    )
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  })

  it('replays the response of a change even if the appointment has changed afterwards', async () => {
    const { body } = await service.call(agent, 'POST', V2, aSchedule())
    const headers = { 'idempotency-key': 'moved' }
    const move = { id: body.id, start: '2027-02-01T09:00:00Z' }
    const first = await service.call(agent, 'PUT', `${V2}/reschedule`, move, headers)
    await service.call(agent, 'PUT', V2, { id: body.id, title: 'later' })
    const again = await service.call(agent, 'PUT', `${V2}/reschedule`, move, headers)
    expect(again.body).toEqual(first.body)
  })

  it('stores the error of an executed request, but neither a 400 nor an error about an unknown appointment', async () => {
    const { body: cancelled } = await service.call(agent, 'POST', V2, aSchedule())
    await service.call(agent, 'PUT', `${V2}/${cancelled.id}/cancel`)
    const move = async (id: string) => {
      const request = { id, start: '2027-02-01T09:00:00Z' }
      const { status, body, headers } = await service.call(agent, 'PUT', `${V2}/reschedule`, request, {
        'idempotency-key': `move ${id}`,
      })
      return { status, code: body.code, isReplayed: headers.get('idempotency-replayed') === 'true' }
    }
    const rejected = { status: 409, code: 'INVALID_STATE' }
    expect(await move(cancelled.id)).toEqual({ ...rejected, isReplayed: false })
    expect(await move(cancelled.id)).toEqual({ ...rejected, isReplayed: true })
    const unknown = { status: 404, code: 'APPOINTMENT_NOT_FOUND', isReplayed: false }
    expect([await move('nowhere'), await move('nowhere')]).toEqual([unknown, unknown])
    const bad = { 'idempotency-key': 'bad' }
    expect((await service.call(agent, 'POST', V2, aSchedule({ duration: 'P1W' }), bad)).status).toBe(400)
    expect((await service.call(agent, 'POST', V2, aSchedule(), bad)).status).toBe(200)
  })

  it('marks the responses that the gateway may copy', async () => {
    const mayBeCopied = async (method: string, path: string, body: unknown, key?: string) => {
      const { status, headers } = await service.call(agent, method, path, body, {
        ...(key !== undefined && { 'idempotency-key': key }),
      })
      return [status, headers.get(KEEP_HEADER) === 'true']
    }
    const { body: cancelled } = await service.call(agent, 'POST', V2, aSchedule())
    await service.call(agent, 'PUT', `${V2}/${cancelled.id}/cancel`)
    const move = (id: string) => ({ id, start: daysAhead(60) })
    const request = aSchedule()
    expect(await mayBeCopied('POST', V2, request)).toEqual([200, false])
    expect(await mayBeCopied('POST', V2, request, 'copy')).toEqual([200, true])
    expect(await mayBeCopied('POST', V2, request, 'copy')).toEqual([200, true])
    expect(await mayBeCopied('POST', V2, aSchedule({ title: 'other' }), 'copy')).toEqual([422, false])
    expect(await mayBeCopied('PUT', `${V2}/reschedule`, move(cancelled.id), 'closed')).toEqual([409, true])
    expect(await mayBeCopied('PUT', `${V2}/reschedule`, move('nowhere'), 'unknown')).toEqual([404, false])
    expect(await mayBeCopied('POST', V2, aSchedule({ duration: 'P1W' }), 'bad')).toEqual([400, false])
  })

  it('deletes the responses about an appointment that is removed for good', async () => {
    const headers = { 'idempotency-key': 'erased' }
    const { body } = await service.call(agent, 'POST', V2, aSchedule(), headers)
    const kept = () => service.query('SELECT 1 FROM idempotent_requests WHERE subject = $1', [body.id])
    expect(await kept()).toHaveLength(1)
    await service.call(supervisor, 'DELETE', `${V2}/${body.id}`)
    expect(await kept()).toHaveLength(0)
  })

  it.each([
    ['POST', (id: string) => `${V1}/activate/${id}`],
    ['PUT', (id: string) => `${V2}/${id}/room`],
  ])(
    'deletes the response to a %s that finds the room open and publishes no event',
    async (method, pathOf) => {
      const { id } = await service.scheduled()
      await service.call(agent, 'POST', `${V1}/activate/${id}`)
      const open = () =>
        service.call(agent, method, pathOf(id), undefined, { 'idempotency-key': 'open already' })
      expect((await open()).status).toBe(200)
      await service.call(supervisor, 'DELETE', `${V2}/${id}`)
      expect(rejection(await open())).toEqual({ status: 404, code: 'APPOINTMENT_NOT_FOUND' })
    },
  )

  it('stores responses and errors encrypted, and replays them [H1.8]', async () => {
    const headers = { 'idempotency-key': 'sealed' }
    const request = aSchedule({ title: 'Canary' })
    const first = await service.call(agent, 'POST', V2, request, headers)
    const rows = await service.query<{ sealed: Buffer; subject: string }>(
      'SELECT * FROM idempotent_requests WHERE subject = $1',
      [first.body.id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('Canary')
    expect(rows[0]!.sealed.toString('latin1')).not.toContain('Canary')
    expect((await service.call(agent, 'POST', V2, request, headers)).body).toEqual(first.body)
  })
})
