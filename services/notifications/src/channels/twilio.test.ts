import { afterEach, describe, expect, it } from 'vitest'
import { Secret, silentLog } from '@appointments/runtime'
import { createCircuitWatch, silentMetrics } from '@appointments/telemetry'
import { signatureOf, startTwilio, type TwilioFake } from '@appointments/testing'
import { fromTwilio } from './twilio-signature.ts'
import { twilioChannel } from './twilio.ts'

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the token' }
const CALLBACK = 'https://appointments.example/twilio/status?n=1&k=2'

let twilio: TwilioFake
let channel: ReturnType<typeof twilioChannel>
async function open(options: { largestPage?: number; now?: () => Date } = {}) {
  twilio = await startTwilio({ ...account, ...options })
  channel = twilioChannel(
    { ...account, authToken: new Secret(() => account.authToken), baseUrl: twilio.url },
    { log: silentLog, watch: createCircuitWatch(silentMetrics) },
  )
}
afterEach(async () => {
  channel.close()
  await twilio.stop()
})

async function submit(to: string, more: object = {}) {
  const text = { id: to, to, sender: '+15005550006', body: 'Hi', validityS: 60, ...more }
  const outcome = await channel.send(text)
  if (outcome.kind !== 'submitted') throw new Error(`it is ${outcome.kind}`)
  return { providerId: outcome.providerId, submittedAt: new Date() }
}
const paths = () =>
  twilio.requests().map(({ method, path }) => `${method} ${path.split('?')[0]!.split('/').at(-1)}`)

describe('polling the status of messages', () => {
  it('reads the pages of one list until all messages are found', async () => {
    await open({ largestPage: 2 })
    const submitted = []
    for (let place = 0; place < 5; place += 1) submitted.push(await submit(`+4930555000${place}`))
    await twilio.advance()
    const others = await submit('+49305559999')
    await twilio.advance(others.providerId)
    const before = paths().length
    const states = await channel.ask(submitted)
    expect(states.map(({ providerId, status }) => [providerId, status]).sort()).toEqual(
      submitted.map(({ providerId }) => [providerId, 'sent']).sort(),
    )
    expect(paths().slice(before)).toEqual(Array(3).fill('GET Messages.json'))
  })

  it('fetches unsent messages one by one, and leaves out unknown ones', async () => {
    await open()
    const waiting = await submit('+49305550010')
    const unknown = { providerId: `SM${'0'.repeat(32)}`, submittedAt: new Date() }
    expect(await channel.ask([waiting, unknown])).toEqual([
      { providerId: waiting.providerId, status: 'queued', errorCode: null, to: '+49305550010' },
    ])
  })

  it('returns nothing if the provider is unreachable', async () => {
    await open()
    const waiting = await submit('+49305550011')
    await twilio.stop()
    expect(await channel.ask([waiting])).toEqual([])
  })
})

describe('looking up a message whose sending was interrupted', () => {
  const to = '+49305550013'
  const text = { id: to, to, sender: '+15005550006', body: 'Hi', validityS: 60 }
  const none = () => Promise.resolve(new Set<string>())

  it('allows for a provider whose clock is a minute slow', async () => {
    const began = new Date()
    await open({ now: () => new Date(began.getTime() - 59_000) })
    const { providerId } = await submit(to)
    expect(await channel.find(text, began, none)).toMatchObject({ kind: 'submitted', providerId })
    expect(await channel.find(text, new Date(began.getTime() + 3000), none)).toBeUndefined()
    expect(await channel.find({ ...text, body: 'Ho' }, began, none)).toBeUndefined()
  })

  it('skips messages that are known as others, and takes the newest of the rest', async () => {
    await open()
    const began = new Date()
    const [first, second, third] = [await submit(to), await submit(to), await submit(to)]
    const asked: (readonly string[])[] = []
    const found = await channel.find(text, began, (ids) => {
      asked.push(ids)
      return Promise.resolve(new Set([third.providerId]))
    })
    expect(found).toMatchObject({ kind: 'submitted', providerId: second.providerId })
    expect(asked).toEqual([[third, second, first].map(({ providerId }) => providerId)])
    const all = (ids: readonly string[]) => Promise.resolve(new Set(ids))
    expect(await channel.find(text, began, all)).toBeUndefined()
  })
})

it('sends the callback address along with a message', async () => {
  await open()
  await submit('+49305550012', { statusCallback: CALLBACK })
  expect(twilio.messages()[0]).toMatchObject({ statusCallback: CALLBACK })
})

it('checks the signature against the public address, whichever address received the request', async () => {
  await open()
  const form = { MessageSid: 'SM1', MessageStatus: 'sent', To: '+18005551212' }
  const path = '/twilio/status?foo=1&bar=2'
  const signature = signatureOf('12345', `https://mycompany.com${path}`, form)
  const request = { path, signature, form }
  const key = new Secret(() => '12345')
  const other = new Secret(() => '54321')
  expect(await fromTwilio([other, key], 'https://mycompany.com')(request)).toBe(true)
  expect(await fromTwilio([key], 'https://other.com')(request)).toBe(false)
  expect(await fromTwilio([other], 'https://mycompany.com')(request)).toBe(false)
  expect(await fromTwilio([], 'https://mycompany.com')(request)).toBe(false)
})
