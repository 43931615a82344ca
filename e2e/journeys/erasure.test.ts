import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agentSubject, topology, type ChangePage } from '@appointments/contracts'
import type { Broker } from '@appointments/broker'
import {
  startSmtpServer,
  startTwilio,
  startWebhookReceiver,
  type SmtpFake,
  type TwilioFake,
  type WebhookReceiver,
} from '@appointments/testing'
import { customersIn, type Appointment, type OtpIssued, type Participant } from '../src/response-bodies.ts'
import { client, type Call } from '../src/client.ts'
import { codeIn, mailTo } from './support/customer-mail.ts'
import { watchDatabases, type Databases } from '../src/databases.ts'
import { done } from '../src/done.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../src/providers.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2/appointments'
/** Erasure waits for events to arrive, but not for messages that cannot be delivered. */
const WITHIN_MS = 10_000
/** A message that no service can apply is retried several times before it is dead-lettered. */
const GIVEN_UP_WITHIN_MS = 60_000

/** The path at which the receiver fails every request. */
const BROKEN = '/broken'

let system: Services
let smtp: SmtpFake
let twilio: TwilioFake
let receiver: WebhookReceiver
let databases: Databases
let broker: Broker
let agent: Call
let supervisor: Call
let anyone: Call

const PORTAL = { id: 'portal', secret: 'the-secret-of-the-portal' }

beforeAll(async () => {
  smtp = await startSmtpServer()
  twilio = await startTwilio(TWILIO_ACCOUNT)
  receiver = await startWebhookReceiver()
  receiver.script({ path: BROKEN, status: 500, times: 10_000 })
  system = await startServices({
    env: { ...sendingTo(smtp, twilio), BASIC_CLIENTS: `${PORTAL.id}:${PORTAL.secret}` },
  })
  databases = await watchDatabases(system)
  broker = await system.connectBroker()
  agent = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  anyone = client(system.gatewayUrl, undefined)
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  const byMail = { CANCELLED: { channels: ['EMAIL', 'WEBHOOKS'] } }
  for (const [applicationId, notifications] of [
    ['telling', { active: true }],
    ['mailing', { active: true, types: byMail }],
    ['silent', { active: false }],
  ] as const) {
    await done(machine('PUT', `/api/v2/applications/${applicationId}`, { notifications }))
    for (const path of ['', BROKEN]) {
      const url = new URL(path, receiver.url).href
      const endpoint = { applicationId, url, includeContact: true, includeRoomUrl: true }
      await done(machine('POST', '/api/v2/webhook-endpoints', endpoint))
    }
  }
})
afterAll(async () => {
  await broker.close()
  await databases.close()
  await system.close()
  await Promise.all([smtp.stop(), twilio.stop(), receiver.stop()])
})

/** Words that occur nowhere else. */
interface Canary {
  word: string
  digits: string
}
const aCanary = (): Canary => ({
  // letters only: six consecutive digits would look like the code in the same mail
  word: `canary${randomBytes(6)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`,
  digits: `4930${randomInt(10_000_000, 99_999_999)}`,
})

const keyed = () => ({ 'idempotency-key': randomUUID() })

/** A customer all of whose details are canaries. */
const somebody = ({ word, digits }: Canary, address: string, last = '') => ({
  name: { firstName: `First-${word}`, lastName: `Last-${word}` },
  contact: { primaryEmail: address, primaryPhone: `+${digits}${last}` },
  username: `user-${word}`,
  metadata: { [`key-${word}`]: { inner: [`value-${word}`] } },
})

/** Books with a one-time password through a registered client, with canaries in every possible field. */
async function bookFullOf(canary: Canary, applicationId: string) {
  const { word } = canary
  const address = `ada@${word}.example.com`
  const asked = await done(
    anyone(
      'POST',
      '/security/otp',
      { applicationId, channel: 'EMAIL', to: address, customName: `Ada-${word}` },
      keyed(),
    ),
  )
  const { id } = asked as OtpIssued
  const code = codeIn((await mailTo(smtp, address)).text)
  const authorization = `Basic ${Buffer.from(`${PORTAL.id}:${PORTAL.secret}`).toString('base64')}`
  return (await done(
    anyone(
      'POST',
      `${V2}/basic`,
      {
        applicationId,
        start: daysAhead(50),
        duration: 'PT30M',
        title: `Title ${word}`,
        notes: `Notes ${word}`,
        metadata: { note: word },
        notificationHeaders: { 'x-note': word },
        targetAssignment: { type: 'AGENT', id: 'agent-7' },
        place: { channel: 'IN_PERSON', text: `Room ${word}` },
        interaction: { customFields: { topic: word } },
        customers: [somebody(canary, address), somebody(canary, `550@${word}.example.com`, '1')],
      },
      { ...keyed(), authorization, 'x-otp-verification-id': id, 'x-otp-code': code },
    ),
  )) as Appointment
}

/** Changes everything that can change, each time with canaries and an idempotency key. */
async function changeEverything(booked: Appointment, canary: Canary): Promise<void> {
  const { word } = canary
  const { id } = booked
  const [ada] = customersIn(booked)
  const change = (call: Call, method: string, path: string, body?: object) =>
    done(call(method, path, body, keyed()))
  const name = { firstName: `Again-${word}` }
  await change(supervisor, 'PUT', V2, { id, title: `New title ${word}`, customer: { id: ada, name } })
  const customer = somebody(canary, `grace@${word}.example.com`, '2')
  const added = await change(supervisor, 'POST', `${V2}/participants/customers`, { id, customer })
  const gone = await change(supervisor, 'POST', `${V2}/participants/customers`, {
    id,
    customer: somebody(canary, `gone@${word}.example.com`, '3'),
  })
  await change(supervisor, 'PUT', V2, { id, customer: { id: (added as Participant).id, username: word } })
  await done(supervisor('DELETE', `${V2}/${id}/participants/${(gone as Participant).id}`))
  const customFields = { topic: `other ${word}` }
  await change(supervisor, 'PUT', `${V2}/${id}/interaction`, { customFields })
  await change(agent, 'PUT', `${V2}/${id}/failed?systemMessage=System-${word}&userMessage=User-${word}`)
  await change(supervisor, 'PUT', `${V2}/${id}/participants/${ada}?state=WAITING`)
  await change(agent, 'PUT', `${V2}/reschedule`, { id, start: daysAhead(51) })
  await change(supervisor, 'PUT', `${V2}/reassign`, { id, userId: 'agent-8' })
}

/** Messages that no service can apply; their queues keep them as dead letters. */
async function sendPoison(id: string, { word }: Canary): Promise<void> {
  for (const type of ['APUpdatedEvent', 'APParticipantUpdatedEvent'])
    await broker.publish({ id: randomUUID(), type, key: id, body: { poison: word }, headers: {} })
  for (const { name } of topology.queues.filter(
    ({ types }) => types.includes('APUpdatedEvent') || types.includes('APParticipantUpdatedEvent'),
  ))
    await expect
      .poll(() => deadLettersIn(name), { timeout: GIVEN_UP_WITHIN_MS })
      .toEqual(expect.arrayContaining([expect.stringContaining(word)]))
}

const deadLettersIn = async (queue: string): Promise<string[]> =>
  (await broker.deadLetters(queue)).map((letter) => JSON.stringify(letter))

/** Every place that still holds a part of a canary. */
async function placesWith({ word, digits }: Canary): Promise<string[]> {
  const tables = await databases.dump()
  const queues: [string, string[]][] = []
  for (const { name } of topology.queues) queues.push([`dead letters of ${name}`, await deadLettersIn(name)])
  const entries = await system.keyValueEntries()
  return [...Object.entries(tables), ...queues, ['key-value store', entries] as const]
    .filter(([, texts]) => texts.some((text) => text.includes(word) || text.includes(digits)))
    .map(([place]) => place)
}

const expectNothingOf = (canary: Canary) =>
  expect.poll(() => placesWith(canary), { timeout: WITHIN_MS, interval: 250 }).toEqual([])

const everywhere = [
  'appointments.appointments',
  'dead letters of appointments',
  'dead letters of notifications',
  'dead letters of participants',
  'notifications.appointments',
  'notifications.contacts',
  'notifications.notifications',
  'participants.appointments',
  'participants.customers',
  'participants.search_entries',
]

/** Sent contents are compressed, so no canary is visible in them; these tables are checked by appointment. */
const contentTables = ['notifications.message_contents', 'notifications.webhook_attempts']
const CONTENT = /^notifications\.(message_contents|webhook_attempts|webhook_responses)$/

/** Every table with a row that names an appointment. */
const tablesAbout = async (id: string): Promise<string[]> =>
  Object.entries(await databases.dump())
    .filter(([, texts]) => texts.some((text) => text.includes(id)))
    .map(([table]) => table)

/** Opens a preview of the first mail about an appointment, and returns its address. */
async function openPreview(id: string): Promise<string> {
  // later mails can be to the removed participant, whose content is gone
  const path = `${V2}/${id}/notifications?channel=EMAIL&status=DELIVERED&sortField=createdAt&sortOrder=asc`
  const { content } = (await done(supervisor('GET', path))) as { content: { id: string }[] }
  const shown = await done(supervisor('GET', `/api/v2/notifications/${content[0]!.id}/content`))
  const address = system.gatewayUrl + (shown as { htmlUrl: string }).htmlUrl
  expect((await fetch(address)).status).toBe(200)
  return address
}

it('a removed appointment leaves no personal data, even if a receiver is still to be notified [H1.8]', async () => {
  const canary = aCanary()
  const booked = await bookFullOf(canary, 'telling')
  const { id } = booked
  // the removal of a participant, one of the changes, empties it
  expect(await placesWith(canary)).toContain('key-value store')
  await changeEverything(booked, canary)
  await sendPoison(id, canary)
  const preview = await openPreview(id)
  expect(await tablesAbout(id)).toEqual(expect.arrayContaining(contentTables))
  const places = await placesWith(canary)
  expect(places).toEqual(expect.arrayContaining(everywhere))
  // stored responses are encrypted
  expect(places.filter((place) => place.endsWith('.idempotent_requests'))).toEqual([])
  const update = { id, notes: `Late notes ${canary.word}` }
  const key = keyed()
  await done(supervisor('PUT', V2, update, key))

  await done(supervisor('DELETE', `${V2}/${id}`))
  await expectNothingOf(canary)
  await mailTo(smtp, `ada@${canary.word}.example.com`, ({ subject }) => /cancelled/i.test(subject))
  // one endpoint keeps failing, and no SMS ever gets a receipt
  expect(receiver.deliveries().some(({ path }) => path === BROKEN)).toBe(true)
  expect(twilio.messages().filter(({ to }) => to.includes(canary.digits))).not.toEqual([])

  expect(await tablesAbout(id)).not.toEqual(expect.arrayContaining([expect.stringMatching(CONTENT)]))
  expect((await fetch(preview)).status).toBe(404)
  expect(await supervisor('GET', `${V2}/${id}`)).toMatchObject({ status: 404 })
  expect(await supervisor('GET', `${V2}/${id}/timeline`)).toMatchObject({ status: 404 })
  const feed = (await done(
    supervisor('GET', `/api/v2/changes?since=${daysAhead(-1)}&limit=200`),
  )) as ChangePage
  expect(feed.content.filter(({ appointmentId }) => appointmentId === id)).toMatchObject([
    { type: 'APRemovedEvent', inScope: false, changed: [] },
  ])
  expect(JSON.stringify(feed)).not.toContain(canary.word)
  for (const filter of [{ q: canary.word }, { contact: `ada@${canary.word}.example.com` }])
    expect(await done(supervisor('POST', `${V2}/search`, filter))).toEqual({ content: [] })
  const repeated = await supervisor('PUT', V2, update, key)
  expect(repeated).toMatchObject({ status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } })
  expect(repeated.headers.get('idempotency-replayed')).toBeNull()
  expect(await placesWith(canary)).toEqual([])
  // later requests still find that it was removed, and by which user
  const tombstones = (await databases.dump())['appointments.removed_appointments']
  expect(tombstones).toContainEqual(expect.stringMatching(new RegExp(`${id}.*supervisor-1`)))
}, 90_000)

it('leaves no personal data of an appointment that was cancelled before, not even the reason', async () => {
  const canary = aCanary()
  const { id } = await bookFullOf(canary, 'mailing')
  const reasons = { reason: `Reason ${canary.word}`, reasonCode: canary.word }
  await done(supervisor('PUT', `${V2}/${id}/cancel`, reasons, keyed()))
  await mailTo(smtp, `ada@${canary.word}.example.com`, ({ subject }) => /cancelled/i.test(subject))
  await sendPoison(id, canary)
  expect(await placesWith(canary)).toEqual(
    expect.arrayContaining(['appointments.appointments', 'appointments.appointment_changes']),
  )
  await done(supervisor('DELETE', `${V2}/${id}`))
  await expectNothingOf(canary)
}, 90_000)

it('leaves no personal data of an appointment removed while other services were down', async () => {
  const canary = aCanary()
  const booked = await bookFullOf(canary, 'mailing')
  const { id } = booked
  await system.stop('participants')
  await system.stop('notifications')
  const title = `Unheard ${canary.word}`
  const customer = { id: customersIn(booked)[0], username: `unheard-${canary.word}` }
  await done(supervisor('PUT', V2, { id, title, customer }, keyed()))
  await done(supervisor('DELETE', `${V2}/${id}`))
  expect(await placesWith(canary)).toContain('participants.customers')
  await system.start('participants')
  await system.start('notifications')
  await expectNothingOf(canary)
}, 90_000)

it('a removed participant leaves no personal data although the appointment goes on [H1.8]', async () => {
  const [stays, leaves] = [aCanary(), aCanary()]
  const { id } = await bookFullOf(stays, 'telling')
  const customer = somebody(leaves, `gone@${leaves.word}.example.com`)
  const added = await done(supervisor('POST', `${V2}/participants/customers`, { id, customer }))
  await mailTo(smtp, `gone@${leaves.word}.example.com`)
  expect(await placesWith(leaves)).toEqual(
    expect.arrayContaining([
      'notifications.contacts',
      'participants.customers',
      'participants.search_entries',
    ]),
  )
  await done(supervisor('DELETE', `${V2}/${id}/participants/${(added as Participant).id}`))
  await expectNothingOf(leaves)
  await mailTo(smtp, `gone@${leaves.word}.example.com`, ({ subject }) => subject.startsWith('You no longer'))
  expect(await placesWith(leaves)).toEqual([])
  expect(await placesWith(stays)).toContain('notifications.contacts')
}, 90_000)

it('leaves no personal data of a participant removed without notifications', async () => {
  const canary = aCanary()
  const { id } = await bookFullOf(canary, 'silent')
  await sendPoison(id, canary)
  await done(supervisor('DELETE', `${V2}/${id}`))
  await expectNothingOf(canary)
}, 90_000)

it('a removed agent leaves nothing but its id', async () => {
  const { word, digits } = aCanary()
  const path = '/api/v2/agents/agent-to-erase'
  const agentData = {
    displayName: `Name-${word}`,
    email: `agent@${word}.example.com`,
    phone: `+${digits}`,
    timezone: 'UTC',
  }
  await done(supervisor('PUT', path, agentData, keyed()))
  const [from, until] = [daysAhead(20), daysAhead(21)]
  await done(
    supervisor(
      'POST',
      `${path}/exceptions`,
      { type: 'ABSENCE', from, until, reason: `Reason ${word}` },
      keyed(),
    ),
  )
  const customer = aCanary()
  const booking = {
    applicationId: 'telling',
    start: daysAhead(10),
    duration: 'PT30M',
    targetAssignment: { type: 'AGENT', id: 'agent-to-erase' },
    customers: [somebody(customer, `ada@${customer.word}.example.com`)],
  }
  const { id } = (await done(agent('POST', V2, booking, keyed()))) as Appointment
  const mail = await mailTo(smtp, `ada@${customer.word}.example.com`)
  expect(mail.text).toContain(`Name-${word}`)
  // a dead letter like the one that a release leaves behind if it does not know the event
  const letter = { type: 'APAgentChangedEvent', data: { displayName: word } }
  const key = agentSubject('', 'agent-to-erase')
  await broker.publish({ id: randomUUID(), type: letter.type, key, body: letter, headers: {} })
  await expect
    .poll(() => placesWith({ word, digits }), { timeout: GIVEN_UP_WITHIN_MS, interval: 250 })
    .toEqual(
      expect.arrayContaining([
        'appointments.agent_names',
        'availability.agents',
        'availability.exceptions',
        'dead letters of appointments',
        'dead letters of notifications',
        'dead letters of participants',
        'notifications.agent_names',
        'participants.agent_names',
      ]),
    )
  await done(supervisor('DELETE', path))
  await expectNothingOf({ word, digits })
  expect(await done(supervisor('GET', `${V2}/${id}`))).toMatchObject({
    organizer: { id: 'agent-to-erase', type: 'AGENT' },
  })
}, 90_000)
