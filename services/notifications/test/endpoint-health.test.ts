import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Caller, webhookEndpoint } from '@appointments/contracts'
import type { z } from 'zod'
import { newId } from '@appointments/runtime'
import { startWebhookReceiver, type WebhookReceiver } from '@appointments/testing'
import { anApplication, HOUR_MS, next, scheduled, eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
let receiver: WebhookReceiver
beforeAll(async () => {
  service = await runNotifications({ withTwilio: false })
})
afterAll(() => service.stop())
afterEach(() => receiver.stop())

const BASE = '/api/v2/webhook-endpoints'
const caller: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }
const MINUTE_MS = 60_000

/** An endpoint whose receiver fails, with the mail address of its owner. */
async function failing() {
  const owner = `owner-${newId()}@example.com`
  const application = await service.know(anApplication({ types: { CREATE: { channels: ['WEBHOOKS'] } } }))
  receiver = await startWebhookReceiver()
  receiver.script({ status: 404, times: 1000 })
  const settings = { applicationId: application.id, url: `${receiver.url}/hooks`, alertEmail: owner }
  const { body } = await service.call('POST', BASE, { caller, body: settings })
  const path = `${BASE}/${body.id}`
  const read = async () =>
    (await service.call('GET', path, { caller })).body as unknown as z.infer<typeof webhookEndpoint>
  const fail = async (times: number) => {
    for (let time = 0; time < times; time += 1) await service.call('POST', `${path}/test`, { caller })
  }
  const mails = () => service.smtp.messages().filter(({ to }) => to.includes(owner))
  const mailed = (count: number) => expect.poll(() => mails().length).toBe(count)
  const save = (changes: object = {}) =>
    service.call('PUT', path, { caller, body: { ...settings, ...changes } })
  return { application, path, read, fail, mails, mailed, save }
}

describe('a failing endpoint', () => {
  it('counts failures from the first one on, and resets the count after a success', async () => {
    const { read, fail } = await failing()
    expect(await read()).toMatchObject({ state: 'ACTIVE' })
    const since = service.clock.current
    await fail(2)
    expect(await read()).toMatchObject({
      state: 'FAILING',
      failingSince: since.toISOString().replace('.000', ''),
      failedAttempts: 2,
    })
    receiver.clear()
    await fail(1)
    const works = await read()
    expect(works.state).toBe('ACTIVE')
    expect(works).not.toHaveProperty('failingSince')
    expect(works).not.toHaveProperty('failedAttempts')
  })

  it('alerts its owner once each at the fourth failure and at 50, 90 and 100 % of 120 hours', async () => {
    const { application, read, fail, mails, mailed } = await failing()
    await fail(3)
    service.advance(MINUTE_MS)
    expect(mails()).toEqual([])
    await fail(3)
    await mailed(1)
    expect(mails()[0]!.subject).toMatch(/^Webhooks fail: 127\.0\.0\.1:\d+$/)
    expect(mails()[0]!.text).toContain('Failing since: 2027-01-0')
    service.advance(60 * HOUR_MS - 2 * MINUTE_MS)
    await fail(1)
    expect(mails()).toHaveLength(1)
    service.advance(MINUTE_MS)
    await mailed(2)
    service.advance(48 * HOUR_MS)
    await mailed(3)
    expect((await read()).state).toBe('FAILING')
    service.advance(12 * HOUR_MS)
    await mailed(4)
    expect(mails()[3]!.subject).toMatch(/^Webhooks disabled/)
    expect(await read()).toMatchObject({ state: 'DISABLED', disabled: { reason: 'NO_SUCCESS' } })
    expect(new Set(mails().map(({ headers }) => headers['message-id'])).size).toBe(4)

    // messages recorded while it is disabled can be replayed later
    const { event, appointment } = scheduled(application)
    await service.publish(event)
    const row = await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')
    expect(await service.storyOf(row.id)).toEqual(['created', 'cancelled endpoint_disabled'])
  })

  it('is not disabled for a few failures without traffic in between', async () => {
    const { read, fail, mails } = await failing()
    await fail(3)
    service.advance(200 * HOUR_MS)
    const other = await failing()
    await other.fail(4)
    // the alert about the other endpoint proves that this one has been checked
    await other.mailed(1)
    expect((await read()).state).toBe('FAILING')
    expect(mails()).toEqual([])
  })

  it('has no failures after it is enabled again, and a replay delivers the missed webhooks', async () => {
    const { application, path, read, fail, mails, mailed, save } = await failing()
    const missed = scheduled(application)
    await service.publish(missed.event)
    await service.quiet(missed.appointment.id)
    await fail(3)
    service.advance(120 * HOUR_MS)
    await expect.poll(async () => (await read()).state).toBe('DISABLED')
    const row = () => service.rowOf(missed.appointment.id, 'CREATE', 'WEBHOOKS')
    await service.quiet(missed.appointment.id)
    const isDisabled = () => mails().some(({ subject }) => subject.includes('disabled'))
    await expect.poll(isDisabled).toBe(true)
    // an alert before it depends on when the endpoints were watched
    const alerts = mails().length
    const { body } = await save()
    for (const trace of ['disabled', 'failingSince']) expect(body).not.toHaveProperty(trace)
    expect(body.state).toBe('ACTIVE')
    await fail(4)
    await mailed(alerts + 1)
    expect(await read()).toMatchObject({ state: 'FAILING', failedAttempts: 4 })

    receiver.clear()
    const period = { from: '2027-01-01T00:00:00Z', to: '2028-01-01T00:00:00Z' }
    const replayed = await service.call('POST', `${path}/replay`, { caller, body: period })
    expect(replayed.body).toEqual({ count: 1 })
    service.advance(0)
    await service.quiet(missed.appointment.id)
    expect(await row()).toMatchObject({ status: 'DELIVERED' })
    expect((await read()).state).toBe('ACTIVE')
  })

  it('is disabled immediately by a 410, and its owner is informed', async () => {
    const { read, fail, mails, mailed } = await failing()
    receiver.clear()
    receiver.script({ status: 410 })
    await fail(1)
    expect(await read()).toMatchObject({ state: 'DISABLED', disabled: { reason: 'GONE' } })
    await mailed(1)
    expect(mails()[0]!.text).toContain('410 Gone')
  })

  it('retries an alert that the mail server rejects', async () => {
    const { fail, mails, mailed } = await failing()
    service.smtp.script({ at: 'rcpt', does: { reply: 451 } })
    await fail(4)
    const waiting = async () =>
      (
        await service.pool.query('SELECT FROM webhook_endpoint_alerts WHERE due_at > $1', [
          service.clock.current,
        ])
      ).rowCount
    await expect.poll(waiting).toBe(1)
    expect(mails()).toEqual([])
    service.advance(6 * MINUTE_MS)
    await mailed(1)
    await expect.poll(waiting).toBe(0)
  })

  it('drops an alert after its address was removed, and alerts the owners of other endpoints', async () => {
    const { fail, mails, save } = await failing()
    service.smtp.script({ at: 'rcpt', does: { reply: 451 } })
    await fail(4)
    const alerts = async () =>
      (await service.pool.query<{ due_at: Date }>('SELECT due_at FROM webhook_endpoint_alerts')).rows
    const isRetried = async () => (await alerts()).some(({ due_at }) => due_at > service.clock.current)
    await expect.poll(isRetried).toBe(true)
    await save({ alertEmail: undefined })
    service.advance(6 * MINUTE_MS)

    const other = await failing()
    await other.fail(4)
    await other.mailed(1)
    await expect.poll(alerts).toEqual([])
    expect(mails()).toEqual([])
  })
})

it('counts only failures at the receiver as failures of an endpoint', async () => {
  const { application, read } = await failing()
  receiver.clear()
  receiver.script({ status: 503, times: 1000 })
  const ids: string[] = []
  for (let booking = 0; booking < 10; booking += 1) {
    const { event, appointment } = scheduled(application)
    await service.publish(event)
    ids.push(appointment.id)
  }
  for (const id of ids) await service.quiet(id)
  expect(await read()).toMatchObject({ failedAttempts: 10 })
  await service.pool.query(`UPDATE webhook_endpoints SET timeouts = 3 WHERE application_id = $1`, [
    application.id,
  ])

  // the circuit is open, so the retries wait
  service.advance(10_000)
  for (const id of ids) await service.quiet(id)
  const [waits] = await service.rowsOf(ids[0]!)
  expect(waits).toMatchObject({ status: 'PENDING', provider_status: 'WAITING', attempt_no: 1 })
  // the process that sends one of them crashes
  await service.pool.query(
    `UPDATE notifications SET due_at = NULL, next_retry_at = NULL, lease_token = 'lost', lease_until = $2
     WHERE id = $1`,
    [waits!.id, new Date(service.clock.current.getTime() - 1000)],
  )
  await expect
    .poll(async () => (await service.rowsOf(ids[0]!))[0])
    .toMatchObject({ provider_status: 'INTERRUPTED', attempt_no: 2 })

  expect(receiver.deliveries()).toHaveLength(10)
  expect(await read()).toMatchObject({ failedAttempts: 10 })
  const { rows } = await service.pool.query(
    'SELECT timeouts FROM webhook_endpoints WHERE application_id = $1',
    [application.id],
  )
  expect(rows).toEqual([{ timeouts: 3 }])
})

it('shows since when an endpoint is switched off', async () => {
  const { read, save } = await failing()
  await save({ enabled: false })
  const at = service.clock.current.toISOString().replace('.000', '')
  service.advance(HOUR_MS)
  await save({ enabled: false, timeoutMs: 2000 })
  expect(await read()).toMatchObject({ enabled: false, disabled: { at, reason: 'SWITCHED_OFF' } })
  expect((await save()).body).not.toHaveProperty('disabled')
})

it("a receiver's response is shown to supervisors only, and is erased with its appointment", async () => {
  const { application, path } = await failing()
  receiver.clear()
  receiver.script({ status: 503, body: 'down for maintenance' })
  const { event, appointment } = scheduled(application)
  await service.publish(event)
  await service.quiet(appointment.id)
  const listed = async (who: Caller) =>
    (await service.call('GET', `${path}/deliveries`, { caller: who })).body.content[0] as object
  expect(await listed({ roles: ['ROLE_SUPERVISOR'], userId: 's-1' })).toMatchObject({
    response: { attempt: 1, status: 503, body: 'down for maintenance' },
  })
  expect(await listed(caller)).not.toHaveProperty('response')
  const history = await service.call('GET', `/api/v2/appointments/${appointment.id}/notifications`)
  expect(history.text).not.toContain('maintenance')
  const kept = () =>
    service.pool.query('SELECT FROM webhook_attempts WHERE response LIKE $1', ['%maintenance'])
  expect((await kept()).rowCount).toBe(1)

  receiver.clear()
  await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
  // only the webhook that waited for its retry still held the response
  service.advance(10_000)
  await expect.poll(async () => (await kept()).rowCount).toBe(0)
})
