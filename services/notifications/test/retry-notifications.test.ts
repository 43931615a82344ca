import { afterAll, beforeAll, expect, it } from 'vitest'
import { retriedNotifications, type Caller } from '@appointments/contracts'
import { newId } from '@appointments/runtime'
import { aCaller, aCustomer, anAgent, anApplication } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())

const retry = (ids: string[], { caller = aCaller(), key }: { caller?: Caller; key?: string } = {}) =>
  service.call('POST', '/api/v2/notifications/retry', {
    caller,
    body: { ids },
    ...(key !== undefined && { key }),
  })

async function mailTo(email: string, application = anApplication({ schedules: [] })) {
  await service.know(application)
  return (await service.book(application, { customers: [aCustomer({ email })] })).appointment
}

/** A mail that failed after all its retries. */
async function exhausted(application = anApplication({ schedules: [] })) {
  const appointment = await mailTo(`452-end@${newId()}.example.com`, application)
  await service.exhaustRetries(appointment.id)
  const row = () => service.rowOf(appointment.id, 'CREATE', 'EMAIL')
  const { id, status } = await row()
  expect(status).toBe('FAILED')
  return { appointment, id, row }
}

it('returns a result for each id, in the order of the request', async () => {
  const failed = await exhausted()
  const { id: delivered } = await service.rowOf((await mailTo('ok@example.com')).id, 'CREATE', 'EMAIL')
  const gone = await exhausted()
  await service.pool.query('UPDATE notifications SET has_content = false WHERE id = $1', [gone.id])
  const { status, body } = await retry([delivered, 'ntf_unknown', failed.id, gone.id])
  expect(status).toBe(200)
  expect(retriedNotifications.parse(body)).toEqual([
    { id: delivered, outcome: 'NOT_RETRYABLE' },
    { id: 'ntf_unknown', outcome: 'NOT_FOUND' },
    { id: failed.id, outcome: 'QUEUED' },
    { id: gone.id, outcome: 'CONTENT_GONE' },
  ])
  service.advance(0)
  await service.quiet(failed.appointment.id)
  expect(await failed.row()).toMatchObject({ attempt_no: 8, retry_count: 7 })
  expect(await service.storyOf(failed.id)).toContain('retry_requested')
  expect(await gone.row()).toMatchObject({ attempt_no: 7, status: 'FAILED' })
})

it('sends once for an idempotency key, and once for an id that the request contains twice', async () => {
  const { appointment, id, row } = await exhausted()
  const first = await retry([id, id], { key: 'several' })
  const second = await retry([id, id], { key: 'several' })
  expect(second.body).toEqual(first.body)
  service.advance(0)
  await service.quiet(appointment.id)
  expect((await row()).attempt_no).toBe(8)
})

it("finds only notifications of an agent's own appointments, and none of other organizations", async () => {
  const { id } = await exhausted(anApplication({ schedules: [] }, { organizationId: 'org-1' }))
  for (const caller of [
    anAgent('agent-8', { organizationId: 'org-1' }),
    aCaller({ organizationId: 'org-2' }),
  ])
    expect((await retry([id], { caller })).body).toEqual([{ id, outcome: 'NOT_FOUND' }])
  const own = await retry([id], { caller: anAgent('agent-7', { organizationId: 'org-1' }) })
  expect(own.body).toEqual([{ id, outcome: 'QUEUED' }])
})

it.each([[[]], [Array.from({ length: 101 }, (_, number) => `ntf_${number}`)], [['a b']]])(
  'rejects a list that is empty, too long or contains an invalid id',
  async (ids) => {
    const { status, body } = await retry(ids)
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED'])
  },
)
