import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Application, Caller } from '@appointments/contracts'
import { startWebhookReceiver, type WebhookReceiver } from '@appointments/testing'
import { anApplication, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

const BASE = '/api/v2/webhook-endpoints'
const caller: Caller = { roles: ['ROLE_CLIENT_SERVICE'] }

let service: Running
let receiver: WebhookReceiver
beforeAll(async () => {
  service = await runNotifications({ withSmtp: false, withTwilio: false })
})
afterAll(() => service.stop())
afterEach(() => receiver.stop())

/** Adds an application with one endpoint for each of the receiver's paths. */
async function listening(...paths: string[]): Promise<{ application: Application; ids: string[] }> {
  const application = await service.know(anApplication({ types: { CREATE: { channels: ['WEBHOOKS'] } } }))
  const ids: string[] = []
  for (const path of paths) {
    const body = { applicationId: application.id, url: receiver.url + path, timeoutMs: 30_000 }
    ids.push((await service.call('POST', BASE, { caller, body })).body.id)
  }
  return { application, ids }
}

const book = async (application: Application) => {
  const made = scheduled(application)
  await service.publish(made.event)
  return made.appointment.id
}
const under = (prefix: string) => receiver.deliveries().filter(({ path }) => path.startsWith(prefix))

it.each([
  { replicas: 1, endpoints: 6, hanging: 20, title: 'in one replica [H2.2]' },
  { replicas: 2, endpoints: 12, hanging: 40, title: 'in two [H2.2]' },
])(
  'delivers while the endpoints of another application hang, $title',
  async ({ replicas, endpoints, hanging }) => {
    receiver = await startWebhookReceiver()
    const others = await Promise.all(Array.from({ length: replicas - 1 }, () => service.start()))
    try {
      const paths = Array.from({ length: endpoints }, (_, at) => `/hangs/${at}`)
      for (const path of paths) receiver.script({ does: 'hang', path, times: 100 })
      const flood = await listening(...paths)
      const neighbour = await listening('/works')
      for (let booking = 0; booking < 12; booking += 1) await book(flood.application)
      // the maximum share of one application in each lane
      await expect.poll(() => under('/hangs').length).toBe(hanging)

      for (let booking = 0; booking < 12; booking += 1) await service.quiet(await book(neighbour.application))
      expect(under('/works')).toHaveLength(12)
      const { rows } = await service.pool.query<{ held: number }>(
        `SELECT count(*)::int AS held FROM notifications WHERE lease_token IS NOT NULL AND application_id = $1`,
        [flood.application.id],
      )
      // all leases of the hanging endpoints are still held
      expect([rows[0]!.held, under('/hangs').length]).toEqual([hanging, hanging])
    } finally {
      await receiver.stop()
      await Promise.all(others.map((other) => other.stop()))
    }
  },
  60_000,
)

it('sends one webhook at a time to an endpoint that timed out, until it responds [H2.2]', async () => {
  receiver = await startWebhookReceiver()
  const { application, ids } = await listening('/slow')
  const timeouts = async () =>
    (
      await service.pool.query<{ timeouts: number }>(
        'SELECT timeouts FROM webhook_endpoints WHERE id = $1',
        ids,
      )
    ).rows[0]!.timeouts
  const settings = { applicationId: application.id, url: `${receiver.url}/slow`, timeoutMs: 1000 }
  await service.call('PUT', `${BASE}/${ids[0]}`, { caller, body: settings })
  receiver.script({ does: 'hang', times: 2 }, { does: 'slow body', body: 'slowly', pauseMs: 100 })
  const first = [await book(application), await book(application)]
  for (const id of first) await service.quiet(id)
  expect(await timeouts()).toBe(2)

  const rest = [await book(application), await book(application), await book(application)]
  await receiver.waitFor(() => receiver.deliveries().length === 3)
  expect(receiver.deliveries()).toHaveLength(3)
  for (const id of rest) await service.quiet(id)
  expect(receiver.deliveries()).toHaveLength(5)
  expect(await timeouts()).toBe(0)
})
