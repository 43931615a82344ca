import { afterEach, expect, it } from 'vitest'
import { Secret } from '@appointments/runtime'
import { createCircuitWatch, silentMetrics } from '@appointments/telemetry'
import { startLimitedSmtpServer, startSmtpServer } from '@appointments/testing'
import { smtpChannel } from './smtp.ts'

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** A channel to a mail server, and a function that sends mails at the same time and counts the outcomes. */
function channelTo(server: { url: string; stop: () => Promise<void> }, limits: object) {
  const channel = smtpChannel(new Secret(() => server.url), createCircuitWatch(silentMetrics), {
    connections: 5,
    ...limits,
  })
  ended.push(channel.close, server.stop)
  const address = { name: 'Ada', address: 'ada@example.com' }
  const mail = { domain: 'example.com', from: address, to: address, subject: 'Hi', text: 'Hi', html: 'Hi' }
  return async (count: number) => {
    const outcomes = await Promise.all(
      Array.from({ length: count }, (_, at) => channel.send({ ...mail, id: `n-${at}` })),
    )
    const counts: Record<string, number> = {}
    for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }
}

it('gives each mail its full time limit, however long it waited for a connection', async () => {
  const server = await startLimitedSmtpServer({ perSecond: 15 })
  const send = channelTo(server, { limitMs: 2500, waitMs: 30_000 })
  // the client is loaded with the first mail
  await send(1)
  expect(await send(60)).toEqual({ delivered: 60 })
})

it('reports a mail as unavailable if no connection becomes free', async () => {
  const server = await startSmtpServer()
  server.script({ at: 'rcpt', does: 'hang', times: 5 })
  const send = channelTo(server, { limitMs: 2000, waitMs: 50 })
  expect(await send(7)).toEqual({ unknown: 5, unavailable: 2 })
  expect(await send(5)).toEqual({ delivered: 5 })
})

it('sends as many mails at once as it has connections', async () => {
  const server = await startSmtpServer()
  server.script({ at: 'rcpt', does: 'hang', times: 3 })
  const send = channelTo(server, { connections: 3, limitMs: 2000, waitMs: 50 })
  expect(await send(5)).toEqual({ unknown: 3, unavailable: 2 })
})

it('opens more connections while mails wait', async () => {
  const server = await startLimitedSmtpServer({ perSecond: 200 })
  const send = channelTo(server, { connections: 20, waitMs: 30_000 })
  expect(await send(200)).toEqual({ delivered: 200 })
  expect(server.mostOpen()).toBe(20)
})

it('closes the connections over which the server accepts no mail, and delays no mail', async () => {
  const server = await startLimitedSmtpServer({ perSecond: 200, connectionsForMail: 3 })
  const send = channelTo(server, { connections: 20, waitMs: 30_000 })
  expect(await send(100)).toEqual({ delivered: 100 })
  expect(server.rejected()).toBeGreaterThan(0)
  await expect.poll(server.open).toBe(3)
})

it.each([
  { at: 'mail', does: { reply: 432, text: '4.3.2 Concurrent connections limit exceeded' } },
  { at: 'rcpt', does: { reply: 421, text: '4.7.0 too many connections from your account' } },
  { at: 'end', does: { reply: 432, text: '4.3.2 sender thread limit exceeded' } },
] as const)('sends a mail over another connection after $does.reply at $at', async (fault) => {
  const server = await startSmtpServer()
  server.script({ ...fault, times: 2 })
  const send = channelTo(server, {})
  expect(await send(5)).toEqual({ delivered: 5 })
  expect(server.messages()).toHaveLength(5)
})

it('reports a temporary failure if the server rejects a mail even over a single connection', async () => {
  const server = await startSmtpServer()
  server.script({ at: 'rcpt', does: { reply: 432, text: '4.3.2 too busy' }, times: 2 })
  expect(await channelTo(server, {})(1)).toEqual({ transient: 1 })
})

it('uses as many connections as the server accepts, and delays no mail if it rejects more', async () => {
  const server = await startLimitedSmtpServer({ perSecond: 200, connections: 8 })
  const send = channelTo(server, { connections: 20, waitMs: 30_000 })
  expect(await send(200)).toEqual({ delivered: 200 })
  expect(server.mostOpen()).toBe(8)
  expect(server.rejected()).toBeGreaterThan(0)
})
