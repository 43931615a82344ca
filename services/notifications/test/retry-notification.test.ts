import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCaller, aCustomer, anAgent, anApplication, DAY_MS } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

/** A mail that failed after all its retries. */
async function exhausted(application = anApplication({ schedules: [] })) {
  await service.know(application)
  const email = `452-end@${Math.random()}.example.com`
  const { appointment } = await service.book(application, { customers: [aCustomer({ email })] })
  await service.exhaustRetries(appointment.id)
  const row = () => service.rowOf(appointment.id, 'CREATE', 'EMAIL')
  const { id, status } = await row()
  expect(status).toBe('FAILED')
  const path = `/api/v2/appointments/${appointment.id}/notifications/${id}/retry`
  return { application, appointment, id, row, path }
}

it('sends a failed notification again under the same id', async () => {
  const { appointment, id, row, path } = await exhausted()
  const before = await service.call('GET', path.replace(/\/[^/]+\/retry$/, ''))
  expect(before.body.content[0]).toMatchObject({ status: 'FAILED', canRetry: true, retryCount: 6 })
  const { status, body } = await service.call('POST', path)
  expect(status).toBe(202)
  expect(body).toMatchObject({ id, status: 'PENDING', retryCount: 7 })
  service.advance(0)
  await service.quiet(appointment.id)
  expect(await row()).toMatchObject({ id, attempt_no: 8, retry_count: 7, status: 'FAILED' })
  expect(await service.storyOf(id)).toContain('retry_requested')
})

it('replays the stored response for a repeated request, and sends once', async () => {
  const { appointment, row, path } = await exhausted()
  const first = await service.call('POST', path, { key: 'key-1' })
  const second = await service.call('POST', path, { key: 'key-1' })
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  service.advance(0)
  await service.quiet(appointment.id)
  expect((await row()).attempt_no).toBe(8)
})

it('moves a waiting retry forward, and counts it once', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  const customer = aCustomer({ email: 'greylist@pull.example.com' })
  const { appointment } = await service.book(application, { customers: [customer] })
  const { id } = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
  const { status, body } = await service.call(
    'POST',
    `/api/v2/appointments/${appointment.id}/notifications/${id}/retry`,
  )
  expect([status, body.retryCount]).toEqual([202, 1])
  service.advance(0)
  await service.quiet(appointment.id)
  expect((await service.rowOf(appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
})

it('rejects the retry of delivered, permanently failed and outdated notifications', async () => {
  const application = await service.know(anApplication({ schedules: [] }))
  for (const email of ['ok@x.example.com', '550@x.example.com']) {
    const { appointment } = await service.book(application, { customers: [aCustomer({ email })] })
    const { id } = await service.rowOf(appointment.id, 'CREATE', 'EMAIL')
    const { status, body } = await service.call(
      'POST',
      `/api/v2/appointments/${appointment.id}/notifications/${id}/retry`,
    )
    expect([status, body.code]).toEqual([409, 'NOT_RETRYABLE'])
  }
  const late = await exhausted()
  service.advance(4 * DAY_MS)
  expect((await service.call('POST', late.path)).status).toBe(409)
})

it('rejects the retry if the channel has been switched off since', async () => {
  const { application, path } = await exhausted()
  await service.know({
    ...application,
    version: 3,
    notifications: { active: true, types: { CREATE: { channels: ['SMS'] } } },
  })
  expect((await service.call('POST', path)).body.code).toBe('NOT_RETRYABLE')
})

it('responds with 404 to unassigned agents and other organizations', async () => {
  const { path, appointment } = await exhausted()
  const unassigned = await service.call('POST', path, { caller: anAgent('agent-8') })
  expect([unassigned.status, unassigned.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND'])
  const foreign = await service.call('POST', path, { caller: aCaller({ organizationId: 'org-2' }) })
  expect(foreign.body.code).toBe('APPOINTMENT_NOT_FOUND')
  for (const id of ['ntf_x', (await exhausted()).id]) {
    const unknown = await service.call(
      'POST',
      `/api/v2/appointments/${appointment.id}/notifications/${id}/retry`,
    )
    expect(unknown.body.code).toBe('NOTIFICATION_NOT_FOUND')
  }
})
