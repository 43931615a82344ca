import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import nodemailer from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { TwilioMessage, WebhookDelivery } from '@appointments/testing'
import { freePort } from '@appointments/testing/free-port'

async function run(
  program: string,
  { port, env = {} }: { port?: number; env?: Record<string, string> } = {},
) {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      path.join(import.meta.dirname, '..', 'src', 'bin', program),
      ...(port ? [`${port}`] : []),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], ...env } },
  )
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { url, control } = JSON.parse(line) as { url: string; control: string }
  const ask = async (method: string, resource: string, body?: unknown): Promise<unknown> =>
    (
      await fetch(control + resource, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
    ).json()
  const terminate = () => {
    child.kill('SIGTERM')
    return exited
  }
  return { url, ask, terminate }
}

describe('fakes as separate processes', () => {
  it('run the SMTP server on a given port', async () => {
    const port = await freePort()
    const smtp = await run('smtp-server.ts', { port })
    expect(smtp.url).toBe(`smtp://127.0.0.1:${port}`)
    await smtp.ask('POST', '/script', { at: 'rcpt', does: { reply: 452 } })
    const transport = nodemailer.createTransport({ url: smtp.url })
    onTestFinished(() => transport.close())
    const mail = { from: 'clinic@example.com', to: 'ada@example.com', subject: 'Hello', text: 'See you.' }
    await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 452 })
    await transport.sendMail(mail)
    expect(await smtp.ask('GET', '/messages')).toMatchObject([{ subject: 'Hello', to: ['ada@example.com'] }])
    expect(await smtp.terminate()).toEqual([0, null])
  })

  it('run Twilio', async () => {
    const accountSid = `AC${'0'.repeat(32)}`
    const port = await freePort()
    const twilio = await run('twilio.ts', {
      env: { PORT: String(port), TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: 't' },
    })
    expect(twilio.url).toBe(`http://127.0.0.1:${port}`)
    const created = await fetch(`${twilio.url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${accountSid}:t`)}` },
      body: new URLSearchParams({ To: '+15005550030', From: '+15005550006', Body: 'Hello' }),
    })
    expect(created.status).toBe(201)
    await twilio.ask('POST', '/advance')
    await twilio.ask('POST', '/advance')
    const [message] = (await twilio.ask('GET', '/messages')) as TwilioMessage[]
    expect(message).toMatchObject({ status: 'undelivered', errorCode: 30003 })
    expect(await twilio.terminate()).toEqual([0, null])
  })

  it('run the webhook receiver', async () => {
    const receiver = await run('webhook-receiver.ts', {
      env: { WEBHOOK_SECRET: btoa('some secret of mine') },
    })
    await receiver.ask('POST', '/script', [{ status: 500 }, { does: 'hang' }])
    expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(500)
    const [delivery] = (await receiver.ask('GET', '/deliveries')) as WebhookDelivery[]
    expect(delivery).toMatchObject({ body: '{}', verified: false, error: 'Missing required headers' })
    const hanging = fetch(receiver.url).catch((error: unknown) => error)
    expect(await receiver.terminate()).toEqual([0, null])
    expect(await hanging).toBeInstanceOf(Error)
  })
})
