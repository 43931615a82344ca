import { startWebhookReceiver, type WebhookReceiver } from '@appointments/testing'
import type { ClientResponse, Call } from './client.ts'
import { done } from './done.ts'
import type { Appointment } from './response-bodies.ts'

const V2 = '/api/v2/appointments'
const ENDPOINTS = '/api/v2/webhook-endpoints'
const HANGING = 6
const READS = 61
const DAY_MS = 86_400_000

/** Callers of one organization. */
interface Tenant {
  desk: Call
  machine: Call
}

/** Third parties that read every request and never respond, except for one receiver that works. */
export interface ThirdParties {
  roomProviderUrl: string
  receiver: WebhookReceiver
  stop: () => Promise<void>
}

/** Starts a room provider and six webhook receivers that hang, and a webhook receiver that works. */
export async function startThirdParties(): Promise<ThirdParties> {
  const receiver = await startWebhookReceiver()
  for (let n = 0; n < HANGING; n += 1) receiver.script({ does: 'hang', path: `/hangs/${n}`, times: 100_000 })
  const rooms = await startWebhookReceiver()
  rooms.script({ does: 'hang', times: 100_000 })
  return {
    roomProviderUrl: rooms.url,
    receiver,
    stop: async () => {
      await Promise.all([rooms.stop(), receiver.stop()])
    },
  }
}

/** Responses to the requests of the troubled tenant. */
export interface Trouble {
  activations: ClientResponse[]
  endpointTests: ClientResponse[]
}

/**
 * Two tenants: everything that the troubled one depends on hangs; the quiet one works normally.
 * @param unique suffix of the names of their applications
 */
export async function neighbours(
  troubled: Tenant,
  quiet: Tenant,
  { receiver }: ThirdParties,
  unique: string,
) {
  const [troubledApp, quietApp] = [`troubled-${unique}`, `quiet-${unique}`]
  const settings = { notifications: { active: true, types: { CREATE: { channels: ['WEBHOOKS'] } } } }
  const endpoint = (applicationId: string, path: string) => ({
    applicationId,
    url: receiver.url + path,
    timeoutMs: 30_000,
  })
  const book = async ({ desk }: Tenant, applicationId: string): Promise<Appointment> =>
    (await done(
      desk('POST', V2, {
        applicationId,
        start: new Date(Date.now() + DAY_MS).toISOString(),
        duration: 'PT30M',
        customers: [{ contact: { primaryEmail: 'ada@example.com' } }],
      }),
    )) as Appointment

  await done(troubled.machine('PUT', `/api/v2/applications/${troubledApp}`, settings))
  await done(quiet.machine('PUT', `/api/v2/applications/${quietApp}`, settings))
  const endpoints: { id: string }[] = []
  for (let n = 0; n < HANGING; n += 1) {
    const body = endpoint(troubledApp, `/hangs/${n}`)
    endpoints.push((await done(troubled.machine('POST', ENDPOINTS, body))) as { id: string })
  }
  await done(quiet.machine('POST', ENDPOINTS, endpoint(quietApp, '/works')))
  const read = await book(quiet, quietApp)
  const under = (prefix: string) => receiver.deliveries().filter(({ path }) => path.startsWith(prefix))

  return {
    troubledApp,
    /** Number of hanging webhooks that a receiver has read. */
    hanging: () => under('/hangs').filter(({ body }) => !body.includes('webhook.ping')).length,
    /**
     * Books for the troubled tenant until its webhooks hang, then sends activations and endpoint tests in
     * parallel.
     */
    async trouble(activations: number, endpointTests: number): Promise<{ settled: Promise<Trouble> }> {
      const booked: Appointment[] = []
      for (let count = 0; count < 12; count += 1) booked.push(await book(troubled, troubledApp))
      const all = <Result>(count: number, ask: (n: number) => Promise<Result>) =>
        Promise.all(Array.from({ length: count }, (_, n) => ask(n)))
      const running = Promise.all([
        all(activations, (n) => troubled.machine('POST', `${V2}/activate/${booked[n % booked.length]?.id}`)),
        all(endpointTests, () => troubled.machine('POST', `${ENDPOINTS}/${endpoints[0]?.id}/test`)),
      ])
      return {
        settled: running.then(([activated, tested]) => ({ activations: activated, endpointTests: tested })),
      }
    },
    /** Parallel reads of the quiet tenant: their statuses, and the milliseconds that each took. */
    readAll: () =>
      Promise.all(
        Array.from({ length: READS }, async () => {
          const startedAt = performance.now()
          const { status } = await quiet.desk('GET', `${V2}/${read.id}`)
          return { status, ms: performance.now() - startedAt }
        }),
      ),
    /**
     * Books for the quiet tenant; resolves when its webhook has arrived, with the milliseconds since the
     * request.
     */
    async webhook(): Promise<number> {
      const startedAt = performance.now()
      const { id } = await book(quiet, quietApp)
      await receiver.waitFor(({ path, body }) => path === '/works' && body.includes(id), 60_000)
      return performance.now() - startedAt
    },
  }
}
