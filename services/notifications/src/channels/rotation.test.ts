import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret, silentLog } from '@appointments/runtime'
import { startSmtpServer, startTwilio, type SmtpFake, type TwilioFake } from '@appointments/testing'
import { createCircuitWatch, silentMetrics } from '@appointments/telemetry'
import { smtpChannel } from './smtp.ts'
import { twilioChannel } from './twilio.ts'

describe('after a secret has changed', () => {
  let servers: [SmtpFake, SmtpFake]
  let twilio: TwilioFake
  const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the right token' }
  beforeAll(async () => {
    servers = [await startSmtpServer(), await startSmtpServer()]
    twilio = await startTwilio(account)
  })
  afterAll(() => Promise.all([...servers, twilio].map((server) => server.stop())))

  it('sends the next mail with the new credentials and finishes mails in flight with the old ones', async () => {
    let url = servers[0].url
    const channel = smtpChannel(new Secret(() => url), createCircuitWatch(silentMetrics), { connections: 5 })
    const address = { name: 'Ada', address: 'ada@example.com' }
    const mail = { domain: 'example.com', from: address, to: address, subject: 'Hi', text: 'Hi', html: 'Hi' }
    const first = channel.send({ ...mail, id: 'first' })
    url = servers[1].url
    const outcomes = await Promise.all([first, channel.send({ ...mail, id: 'second' })])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['delivered', 'delivered'])
    expect(servers.map((server) => server.messages().length)).toEqual([1, 1])
    await channel.close()
  })

  it('sends the next SMS with the new token', async () => {
    let authToken = 'a revoked token'
    const channel = twilioChannel(
      { ...account, authToken: new Secret(() => authToken), baseUrl: twilio.url },
      { log: silentLog, watch: createCircuitWatch(silentMetrics) },
    )
    const text = { id: 'n-1', to: '+4930123456', sender: '+4930654321', body: 'Hi', validityS: 60 }
    expect((await channel.send(text)).kind).toBe('unavailable')
    authToken = account.authToken
    expect((await channel.send(text)).kind).toBe('submitted')
    channel.close()
  })
})
