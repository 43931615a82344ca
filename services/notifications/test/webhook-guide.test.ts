import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  notificationTypes,
  v2AdministrationOperations,
  WEBHOOK_PING,
  webhookEndpointRequest,
  webhookEventNames,
  type WebhookKey,
} from '@appointments/contracts'
import { startWebhookReceiver, type WebhookDelivery } from '@appointments/testing'
import { anApplication } from './builders.ts'
import { relevantUntil, WEBHOOK_WINDOW_MS } from '../src/domain/plan/windows.ts'
import { runNotifications, type Running } from './running-service.ts'

/* Executes the examples of docs/webhooks.md. */

interface Received {
  headers: Record<string, string>
  body: Buffer
  keys?: WebhookKey[]
  secret?: string
  now: number
}

/** A webhook in the OpenAPI document. */
interface Webhook {
  post: { responses: { '2XX': { description: string } } }
}

let guide: string
let folder: string
let service: Running
let delivery: WebhookDelivery
let secret: string
let keys: WebhookKey[]
let isGenuine: (received: Received) => boolean

const snippet = (name: string): string => {
  const found = [...guide.matchAll(/^```(?:js|sh)\n(.*?)^```/gms)].find(([, code]) => code!.includes(name))
  expect(found, `${name} is not in the guide`).toBeDefined()
  return found![1]!
}

/** The text of a section, on one line. */
const sectionOf = (title: string) =>
  guide
    .split(/^## /m)
    .find((section) => section.startsWith(`${title}\n`))
    ?.replaceAll(/\s+/g, ' ')

beforeAll(async () => {
  guide = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  folder = await mkdtemp(path.join(tmpdir(), 'webhook-guide-'))
  service = await runNotifications({ withSmtp: false, withTwilio: false })
  const application = await service.know(anApplication())
  const receiver = await startWebhookReceiver()
  const { body } = await service.call('POST', '/api/v2/webhook-endpoints', {
    body: { applicationId: application.id, url: receiver.url, signature: 'both' },
  })
  await service.call('POST', `/api/v2/webhook-endpoints/${body.id}/test`)
  delivery = receiver.deliveries()[0]!
  await receiver.stop()
  secret = body.secret
  keys = (JSON.parse((await service.call('GET', '/api/v2/webhook-keys')).text) as { keys: WebhookKey[] }).keys
  const file = path.join(folder, 'verify-webhook.mjs')
  await writeFile(file, snippet('// verify-webhook.mjs'))
  isGenuine = ((await import(pathToFileURL(file).href)) as { isGenuine: typeof isGenuine }).isGenuine
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

it('the request that registers an endpoint is valid, with a token of a role that may send it', () => {
  const command = snippet('/api/v2/webhook-endpoints \\')
  const [, role] = /--role (\w+)/.exec(command) ?? []
  expect(v2AdministrationOperations.createWebhookEndpoint.access.roles).toContain(role)
  const [, body] = /-d '(.*)'/s.exec(command) ?? []
  expect(webhookEndpointRequest.safeParse(JSON.parse(body!)).success).toBe(true)
})

describe('the Node example', () => {
  const received = (more: Partial<Received> = {}): Received => ({
    headers: delivery.headers,
    body: Buffer.from(delivery.body),
    now: Number(delivery.headers['webhook-timestamp']) * 1000,
    ...more,
  })

  it('accepts genuine webhooks, by the published key or by the secret', () => {
    expect(isGenuine(received({ keys }))).toBe(true)
    expect(isGenuine(received({ secret }))).toBe(true)
  })

  it('rejects everything else', () => {
    const { now, headers } = received()
    const others: Partial<Received>[] = [
      {},
      { keys, secret, body: Buffer.from(`${delivery.body} `) },
      { keys, secret, now: now + 301_000 },
      { keys, secret, headers: { ...headers, 'webhook-id': 'another' } },
      { keys, secret, headers: { ...headers, 'webhook-signature': '' } },
      { secret: `whsec_${Buffer.alloc(32).toString('base64')}` },
      { keys: [{ ...keys[0]!, x: Buffer.alloc(32, 1).toString('base64url') }] },
    ]
    expect(others.map((other) => isGenuine(received(other)))).toEqual(others.map(() => false))
  })

  it.each(['constructor', 'toString', 'valueOf', '__proto__'])(
    'rejects a signature of the kind %s, which every object has as a property',
    (kind) => {
      const headers = { ...delivery.headers, 'webhook-signature': `${kind},AAAA` }
      expect(isGenuine(received({ keys, secret, headers }))).toBe(false)
    },
  )
})

/** Only OpenSSL 3 verifies Ed25519 on its command line. */
const asked: { stderr: string | null } = spawnSync('openssl', ['pkeyutl', '-help'], { encoding: 'utf8' })
const hasOpenssl = asked.stderr?.includes('-rawin')

describe.runIf(hasOpenssl)('the OpenSSL commands', () => {
  const run = async (name: string, body: string) => {
    await writeFile(path.join(folder, 'body.json'), body)
    const { headers } = delivery
    const env = {
      ...process.env,
      ID: headers['webhook-id'],
      TIMESTAMP: headers['webhook-timestamp'],
      SIGNATURE: headers['webhook-signature'],
      KEY: keys[0]!.whpk,
      SECRET: secret,
    }
    const ran = promisify(execFile)('sh', ['-c', snippet(name)], { cwd: folder, env })
    return ran.then(({ stdout }) => stdout.trim()).catch(() => 'rejected')
  }

  it('verify genuine webhooks and reject others', async () => {
    expect(await run('# verify-v1a.sh', delivery.body)).toBe('Signature Verified Successfully')
    expect(await run('# verify-v1a.sh', `${delivery.body} `)).toBe('rejected')
  })

  it('compute the signature that the secret makes', async () => {
    const given = delivery.headers['webhook-signature']!.split(' ')
    expect(given).toContain(await run('# sign-v1.sh', delivery.body))
    expect(given).not.toContain(await run('# sign-v1.sh', `${delivery.body} `))
  })
})

it.each([
  [65_536, 'DELIVERED'],
  [65_537, 'PENDING'],
])('a response of %i bytes makes a webhook %s, as the guide says', async (length, status) => {
  const application = await service.know(anApplication())
  const { receiver } = await service.listen(application.id)
  receiver.script({ status: 200, body: 'x'.repeat(length) })
  const { appointment } = await service.book(application)
  expect(await service.rowOf(appointment.id, 'CREATE', 'WEBHOOKS')).toMatchObject({ status })
  expect(sectionOf('Respond')).toContain('Any 2xx is success if its body has at most 64 kB')
})

it('the guide says how long a receiver has to respond to a test', () => {
  const section = sectionOf('Prove that you verify')
  expect(section).toContain('at most four seconds')
  expect(section).toContain('two seconds')
})

it('the guide says when retries end, because the last one may come too late', () => {
  expect(sectionOf('Respond')).toContain(`${WEBHOOK_WINDOW_MS / 3_600_000} hours after the event`)
})

it('guide and OpenAPI say which webhooks are retried until another time, or not at all', async () => {
  const file = new URL('../../../docs/api/openapi-v2.json', import.meta.url)
  const { webhooks } = JSON.parse(await readFile(file, 'utf8')) as { webhooks: Record<string, Webhook> }
  const now = new Date()
  const soon = new Date(now.getTime() + 3_600_000).toISOString()
  const appointment = { start: soon, end: soon } as Parameters<typeof relevantUntil>[2]
  const until = (type: (typeof notificationTypes)[number]) =>
    relevantUntil(type, 'WEBHOOKS', appointment, { now }).getTime() - now.getTime()
  const shorter = notificationTypes.filter((type) => until(type) < WEBHOOK_WINDOW_MS)
  const names = shorter.map((type) => webhookEventNames[type])
  expect(names).toEqual(expect.arrayContaining(['appointment.reminder']))
  for (const name of names) expect(sectionOf('Respond')).toContain(`\`${name}\``)
  for (const [name, { post }] of Object.entries(webhooks))
    expect([name, post.responses['2XX'].description.includes('75 hours')]).toEqual([
      name,
      ![...names, WEBHOOK_PING].includes(name),
    ])
})

it('the catalogue lists every type', () => {
  const rows = notificationTypes.map((type) => [`\`${type}\``, `\`${webhookEventNames[type]}\``])
  for (const row of [...rows, [`\`${WEBHOOK_PING}\``]])
    expect(
      guide.split('\n').filter((line) => row.every((cell) => line.startsWith('|') && line.includes(cell))),
    ).toHaveLength(1)
})
