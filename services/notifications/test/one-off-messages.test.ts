import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_OFF_MESSAGE, type OneOffMessage } from '@appointments/contracts'
import { newId, silentLog, type Log } from '@appointments/runtime'
import { anApplication } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

const CODE = '739184'
const logged: string[] = []
const keep = (...parts: unknown[]) => void logged.push(JSON.stringify(parts))
const log = { ...silentLog, info: keep, warn: keep, error: keep, debug: keep } as unknown as Log

let service: Running
beforeAll(async () => {
  service = await runNotifications({ log })
})
afterAll(() => service.stop())

const password = (message: Partial<OneOffMessage> = {}): OneOffMessage => ({
  kind: 'OTP',
  applicationId: 'some',
  channel: 'EMAIL',
  to: `otp-${newId()}@example.com`,
  code: CODE,
  expiresAt: new Date(service.clock.current.getTime() + 600_000).toISOString(),
  ...message,
})

const send = (running: Running, body: unknown) =>
  running.broker.publish({
    id: newId(),
    type: ONE_OFF_MESSAGE,
    key: newId(),
    body,
    headers: {},
    expiresInMs: 600_000,
  })

async function stored(running: Running): Promise<string> {
  const { rows } = await running.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  )
  const contents = await Promise.all(rows.map(({ name }) => running.pool.query(`SELECT * FROM "${name}"`)))
  return JSON.stringify(contents.map((content) => content.rows as unknown))
}

describe('a one-time password', () => {
  it('is mailed immediately and stored nowhere', async () => {
    const from = { emailName: 'Harbour Bank', replyTo: 'help@bank.example' }
    await service.know(anApplication({ from }, { id: 'harbour' }))
    const message = password({ applicationId: 'harbour', locale: 'de', customName: 'Ada' })
    await send(service, message)
    const mail = await service.smtp.waitFor(({ to }) => to.includes(message.to))
    expect(mail.subject).toBe(`${CODE} ist Ihr Code`)
    expect(mail.text).toContain('Guten Tag Ada!')
    expect(mail.text).toContain('Er gilt 10 Minuten. Niemand von Harbour Bank')
    expect(mail.raw).toMatch(/^Reply-To: help@bank\.example/m)
    expect(mail.attachments).toEqual([])
    expect(await stored(service)).not.toContain(CODE)
    expect(logged.join()).not.toContain(CODE)
    expect(logged.join()).not.toContain(message.to)
  })

  it('is sent by SMS', async () => {
    await send(service, password({ channel: 'SMS', to: '+49301112223' }))
    const { body, validityPeriod } = await service.twilio.waitFor(({ to }) => to === '+49301112223')
    expect(body).toBe(`${CODE} is your code. It is valid for 10 minutes.\n\n@appointments.example #${CODE}`)
    // the provider discards a password that it could not deliver while it was valid
    expect(validityPeriod).toBe(600)
  })

  it('is sent in test mode too, because the customer cannot book without it', async () => {
    await service.know(anApplication({ testMode: true }, { id: 'tested' }))
    const mail = password({ applicationId: 'tested' })
    const text = password({ applicationId: 'tested', channel: 'SMS', to: '+49301112225' })
    await send(service, mail)
    await send(service, text)
    await service.smtp.waitFor(({ to }) => to.includes(mail.to))
    await service.twilio.waitFor(({ to }) => to === text.to)
  })

  it('is retried while it is valid', async () => {
    const message = password({ to: 'greylist@otp.example.com' })
    await send(service, message)
    await service.smtp.waitFor(({ to }) => to.includes(message.to))
    expect(logged.join()).not.toContain(CODE)
  })

  it('is not sent once it has expired', async () => {
    const late = password({ expiresAt: service.clock.current.toISOString() })
    const inTime = password()
    await send(service, late)
    await send(service, inTime)
    await service.smtp.waitFor(({ to }) => to.includes(inTime.to))
    expect(service.smtp.messages().filter(({ to }) => to.includes(late.to))).toEqual([])
  })

  it('is shown in the viewer until it expires if no provider is configured', async () => {
    const local = await runNotifications({ env: { DEV_VIEWER: 'true' }, withSmtp: false, withTwilio: false })
    try {
      await send(local, password({ channel: 'SMS', to: '+49301112224' }))
      const seen = async () =>
        (await local.call('GET', '/dev/messages', { headers: { accept: 'application/json' } }))
          .body as unknown
      await expect
        .poll(seen)
        .toEqual([expect.objectContaining({ channel: 'SMS', type: 'OTP', to: '+49301112224' })])
      expect(await stored(local)).not.toContain(CODE)
      local.advance(600_000)
      expect(await seen()).toEqual([])
    } finally {
      await local.stop()
    }
  })

  it('is not shown in the viewer if a provider sends it', async () => {
    const watched = await runNotifications({ env: { DEV_VIEWER: 'true' } })
    try {
      const message = password()
      await send(watched, message)
      await watched.smtp.waitFor(({ to }) => to.includes(message.to))
      const { body } = await watched.call('GET', '/dev/messages', { headers: { accept: 'application/json' } })
      expect(body).toEqual([])
    } finally {
      await watched.stop()
    }
  })
})
