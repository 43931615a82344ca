import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@appointments/runtime'
import { anApplication, next, scheduled, eventOf } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

interface Seen {
  id: string
  channel: string
  type: string
  to: string
  outcome: { kind: string }
  signatureValid?: boolean
  mail?: { from: string; subject: string; html: string; invite?: string }
  text?: { body: string }
  webhook?: { headers: [string, string][]; body: string }
}

let service: Running
beforeAll(async () => {
  service = await runNotifications({ env: { DEV_VIEWER: 'true' }, withSmtp: false, withTwilio: false })
  // the receiver checks the age of signatures, like any other receiver
  service.clock.current = systemClock.now()
})
afterAll(() => service.stop())

const seen = async (appointmentId: string) =>
  (
    JSON.parse(
      (await service.call('GET', '/dev/messages', { headers: { accept: 'application/json' } })).text,
    ) as (Seen & {
      appointmentId: string
    })[]
  ).filter((message) => message.appointmentId === appointmentId)

async function booked() {
  const application = await service.know(
    anApplication({ types: { CREATE: { channels: ['EMAIL', 'SMS', 'WEBHOOKS'] } }, schedules: [] }),
  )
  await service.call('POST', '/api/v2/webhook-endpoints', {
    body: { applicationId: application.id, url: `${service.url}/dev/webhooks` },
  })
  const start = service.clock.current.getTime() + 3 * 86_400_000
  const made = scheduled(application, {
    appointment: {
      title: '<script>alert(1)</script>',
      start: new Date(start).toISOString(),
      end: new Date(start + 1_800_000).toISOString(),
    },
  })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return made
}

/** The viewer's status for a request with this Host header. */
const statusFor = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const url = new URL('/dev/messages', service.url)
    get(url, { headers: { host, accept: 'application/json' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).once('error', reject)
  })

describe('the message viewer', () => {
  it.each(['localhost:8080', '127.0.0.1', '[::1]:8080', 'viewer.localhost', 'appointments.example'])(
    'is shown at %s [H8]',
    async (host) => expect(await statusFor(host)).toBe(200),
  )

  it.each(['rebound.example', 'localhost.rebound.example', '127.0.0.1.rebound.example', '10.0.0.7:8080'])(
    'is not shown at %s, which may be rebound to this machine [H8]',
    async (host) => expect(await statusFor(host)).toBe(403),
  )

  it('lists the sent messages, the bare address of a nameless sender, and verified signatures [H7]', async () => {
    const { appointment, customer } = await booked()
    const messages = await seen(appointment.id)
    expect(messages.map(({ channel }) => channel).sort()).toEqual(['EMAIL', 'SMS', 'WEBHOOKS'])
    const by = (channel: string) => messages.find((message) => message.channel === channel)!
    expect(by('EMAIL').to).toContain(customer.email)
    // the sender has no name, so its bare address is shown
    expect(by('EMAIL').mail?.from).toBe('service@appointments.example')
    expect(by('EMAIL').mail?.invite).toContain('BEGIN:VCALENDAR')
    expect(by('SMS').text?.body).toContain('/manage/')
    expect(by('WEBHOOKS')).toMatchObject({ signatureValid: true, outcome: { kind: 'delivered' } })
    const rows = await service.rowsOf(appointment.id)
    expect(rows.map(({ status, provider_status }) => [status, provider_status]).sort()).toEqual([
      ['DELIVERED', 'HTTP_204'],
      ['DELIVERED', 'LOCAL'],
      ['DELIVERED', 'LOCAL'],
    ])
  })

  it('runs no script from a message', async () => {
    const { appointment } = await booked()
    const [message] = (await seen(appointment.id)).filter(({ channel }) => channel === 'EMAIL')
    const html = await service.call('GET', `/dev/messages/${message!.id}/html`, {
      headers: { accept: 'text/html' },
    })
    expect(html.status).toBe(200)
    expect(html.text).not.toContain('<script>alert')
    expect(html.text).toContain('<a target="_blank" rel="noopener" ')
    const policy = html.headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'.*sandbox allow-popups allow-popups-to-escape-sandbox$/)
    expect(policy).not.toContain('script-src')
    const sms = (await seen(appointment.id)).find(({ channel }) => channel === 'SMS')
    expect((await service.call('GET', `/dev/messages/${sms!.id}/html`)).status).toBe(404)
  })

  it('lists each message once, however often it is viewed', async () => {
    const { appointment } = await booked()
    await seen(appointment.id)
    expect(await seen(appointment.id)).toHaveLength(3)
  })

  it('rejects a webhook with a wrong signature', async () => {
    const { appointment } = await booked()
    const webhook = (await seen(appointment.id)).find(({ channel }) => channel === 'WEBHOOKS')!.webhook!
    const forged = await fetch(`${service.url}/dev/webhooks`, {
      method: 'POST',
      headers: webhook.headers,
      body: webhook.body.replace('SCHEDULED', 'CANCELLED'),
    })
    expect(forged.status).toBe(400)
    const unknown = await fetch(`${service.url}/dev/webhooks`, { method: 'POST', body: '{}' })
    expect(unknown.status).toBe(400)
  })

  it('still shows the last message of an erased appointment, from memory only', async () => {
    const { appointment } = await booked()
    await service.publish(eventOf('APRemovedEvent', { appointment: next(appointment) }))
    await expect.poll(() => service.rowsOf(appointment.id)).toEqual([])
    const types = (await seen(appointment.id)).map(({ type }) => type)
    expect(types).toContain('CANCELLED')
    const { rowCount } = await service.pool.query('SELECT FROM dev_messages WHERE appointment_id = $1', [
      appointment.id,
    ])
    expect(rowCount).toBe(0)
  })

  it('does not exist unless it is switched on', async () => {
    const strict = await runNotifications({ withSmtp: false, withTwilio: false })
    try {
      expect((await strict.call('GET', '/dev/messages')).status).toBe(404)
      expect((await strict.call('POST', '/dev/webhooks')).status).toBe(404)
      const application = await strict.know(anApplication())
      const { event, appointment } = scheduled(application)
      await strict.publish(event)
      expect(await strict.quiet(appointment.id)).toEqual([])
    } finally {
      await strict.stop()
    }
  })
})
