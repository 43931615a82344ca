import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  daysAhead,
  type SmtpFake,
  startSmtpServer,
  startTwilio,
  type TwilioFake,
} from '@appointments/testing'
import {
  customersIn,
  type Appointment,
  type OtpIssued,
  type Participant,
  type Token,
} from '../src/response-bodies.ts'
import { client, type ClientResponse, type Call } from '../src/client.ts'
import { codeIn, exchange, mailTo, manageTicketIn, roomTicketIn } from './support/customer-mail.ts'
import { watchDatabases, type Databases } from '../src/databases.ts'
import { done } from '../src/done.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../src/providers.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V1 = '/api/appointments'
const V2 = '/api/v2/appointments'
const PORTAL = { id: 'portal', secret: 'the-secret-of-the-portal' }
const START = daysAhead(50)
const LATER = daysAhead(51, '10:00:00')

let system: Services
let smtp: SmtpFake
let twilio: TwilioFake
let databases: Databases
let anyone: Call
let supervisor: Call

beforeAll(async () => {
  smtp = await startSmtpServer()
  twilio = await startTwilio({ ...TWILIO_ACCOUNT, advanceOnPoll: true })
  system = await startServices({
    env: { ...sendingTo(smtp, twilio), BASIC_CLIENTS: `${PORTAL.id}:${PORTAL.secret}` },
  })
  databases = await watchDatabases(system)
  anyone = client(system.gatewayUrl, undefined)
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  const notifications = { active: true, types: { CREATE: { channels: ['EMAIL', 'SMS'] } } }
  await done(machine('PUT', '/api/v2/applications/salon', { notifications }))
  await done(machine('PUT', '/api/v2/applications/strict', { notifications, customerCancelCutoff: 'PT2H' }))
})
afterAll(async () => {
  await databases.close()
  await system.close()
  await Promise.all([smtp.stop(), twilio.stop()])
})

const newAddress = () => `customer-${randomUUID()}@example.com`
let lastNumber = 0
const newNumber = () => `+4930${1_000_000 + ++lastNumber}`

const as = (token: string) => client(system.gatewayUrl, token)

const askForCode = (channel: 'EMAIL' | 'SMS', to: string) =>
  anyone('POST', '/security/otp', { applicationId: 'salon', channel, to })

/** A one-time password as its customer receives it. */
interface Password {
  id: string
  code: string
}

async function passwordByMail(to: string): Promise<Password> {
  const { id } = (await done(askForCode('EMAIL', to))) as OtpIssued
  return { id, code: codeIn((await mailTo(smtp, to, ({ text }) => !text.includes('/manage/'))).text) }
}

/** Sends headers that `fetch` does not let callers set. */
const statusOf = (url: string, headers: Record<string, string>, body: object) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end(JSON.stringify(body))
  })

const anotherCode = ({ code }: Password) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

const wish = (change: object = {}) => ({
  applicationId: 'salon',
  title: 'First advice',
  start: START,
  duration: 'PT30M',
  ...change,
})

/** Books on v2 as the customer who received the password. */
const bookWith = ({ id, code }: Password, primaryEmail: string, headers: Record<string, string> = {}) =>
  anyone('POST', `${V2}/basic`, wish({ customers: [{ contact: { primaryEmail } }] }), {
    ...basic(id, code),
    ...headers,
  })

/** A customer with its appointment: its ticket from the mail and a token for it. */
async function aBooking({ applicationId = 'salon', start = START } = {}) {
  const address = newAddress()
  const customers = [{ contact: { primaryEmail: address } }]
  const booked = (await done(supervisorBooks(wish({ applicationId, start, customers })))) as Appointment
  const { text } = await mailTo(smtp, address)
  const ticket = manageTicketIn(text)
  return { id: booked.id, booked, address, customerId: customersIn(booked)[0]!, ticket }
}

const supervisorBooks = (body: object) =>
  client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))('POST', V2, body)

const tokenOf = async (ticket: string, type?: 'ticket' | 'secure-token'): Promise<string> =>
  ((await done(exchange(anyone, ticket, type))) as Token).access_token

const claimsOf = (token: string) => jwt.decode(token) as Record<string, unknown>

async function roomTicketOf(id: string, participantId: string): Promise<string> {
  const details = await done(supervisor('GET', `${V2}/${id}/participants/${participantId}`))
  return roomTicketIn((details as Participant).ticket!.accessUrl)
}

const eventsOf = async (id: string) =>
  (await databases.events()).filter(({ aggregateId }) => aggregateId === id).map(({ type }) => type)

const worthNothing = { status: 400, body: { error: 'invalid_request' } }
const rejected = (status: number, code: string): Partial<ClientResponse> => ({
  status,
  body: { code } as unknown,
})

describe('booking with a one-time password', () => {
  it('books by e-mail on v2: one password makes one appointment, however it is reused [4.2 POST /basic, 5.5]', async () => {
    const address = newAddress()
    const password = await passwordByMail(address)
    const key = { 'idempotency-key': randomUUID() }
    const booked = await bookWith(password, address, key)
    expect(booked).toMatchObject({ status: 200, body: { state: 'SCHEDULED', title: 'First advice' } })
    const { id } = booked.body as Appointment
    expect(await eventsOf(id)).toEqual(['APScheduledEvent'])

    const again = await bookWith(password, address, key)
    expect(again).toMatchObject({ status: 200, body: { id } })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await bookWith(password, address)).toMatchObject(rejected(401, 'OTP_INVALID'))
    const onV1 = await anyone(
      'POST',
      `${V1}/basic`,
      wish({ customer: { contact: { primaryEmail: address } } }),
      basic(password.id, password.code),
    )
    expect(onV1).toMatchObject(rejected(401, 'OTP_INVALID'))
    expect(onV1.headers.get('www-authenticate')).toBe('Basic realm="appointments-otp"')

    const { text } = await mailTo(smtp, address, (mail) => mail.text.includes('/manage/'))
    const managed = as(await tokenOf(manageTicketIn(text)))
    expect(await managed('GET', `${V2}/${id}`)).toMatchObject({ status: 200, body: { id } })
  })

  it('books by SMS on v1: the number may be written in any format [4.1 POST /basic, 4.1.4, 5.5]', async () => {
    const number = newNumber()
    const { id } = (await done(askForCode('SMS', number))) as OtpIssued
    const { body } = await twilio.waitFor(({ to }) => to === number)
    const primaryPhone = `${number.slice(0, 3)} (${number.slice(3, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`
    const booked = await anyone(
      'POST',
      `${V1}/basic`,
      wish({ customer: { contact: { primaryPhone } } }),
      basic(id, codeIn(body)),
    )
    expect(booked).toMatchObject({ status: 200, body: { title: 'First advice' } })
    expect(booked.body).not.toHaveProperty('roomAccess')
    const { body: text } = await twilio.waitFor(
      (message) => message.to === number && message.body.includes('/manage/'),
    )
    const managed = as(await tokenOf(manageTicketIn(text)))
    const read = await managed('GET', `${V1}/${(booked.body as { id: string }).id}`)
    expect(read).toMatchObject({ status: 200, body: { title: 'First advice' } })
  })

  it('books once although `Connection` names the key and the body changes each time [H1.3]', async () => {
    const address = newAddress()
    const { id, code } = await passwordByMail(address)
    const headers = {
      ...basic(id, code),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      connection: 'close, Idempotency-Key',
    }
    const customers = [{ contact: { primaryEmail: address } }]
    const statuses: (number | undefined)[] = []
    for (let time = 0; time < 4; time += 1)
      statuses.push(
        await statusOf(
          `${system.gatewayUrl}${V2}/basic`,
          headers,
          wish({ title: `Wish ${time}`, customers }),
        ),
      )
    expect(statuses).toEqual([200, 422, 422, 422])
  })

  it('sends to the verified address, and gives the reason to no other [H1.4]', async () => {
    const address = newAddress()
    const primaryPhone = newNumber()
    const { id, code } = await passwordByMail(address)
    const customers = [{ contact: { primaryEmail: address, primaryPhone } }]
    const body = wish({ customers })
    const booked = (await done(anyone('POST', `${V2}/basic`, body, basic(id, code)))) as Appointment
    await mailTo(smtp, address, (mail) => mail.text.includes('/manage/'))
    const history = (await done(
      supervisor('GET', `${V2}/${booked.id}/notifications/events?type=CREATE`),
    )) as { content: { channel: string; reason?: string }[] }
    expect(history.content).toContainEqual(
      expect.objectContaining({ channel: 'SMS', reason: 'address_unproved' }),
    )
    expect(twilio.messages().filter(({ to }) => to === primaryPhone)).toEqual([])
  })

  it('books by SMS with a number without country code, in every field [H5.7]', async () => {
    const applicationId = 'salon-in-germany'
    const settings = { defaultRegion: 'DE' }
    const machine = as(tokenFor('ROLE_CLIENT_SERVICE'))
    await done(machine('PUT', `/api/v2/applications/${applicationId}`, settings))
    const number = newNumber()
    const national = `0${number.slice(3, 5)} / ${number.slice(5)}`
    const request = { applicationId, channel: 'SMS', to: national }
    const { id } = (await done(anyone('POST', '/security/otp', request))) as OtpIssued
    const { body } = await twilio.waitFor(({ to }) => to === number)
    const code = codeIn(body)
    const verification = { verificationId: id, to: national, code }
    expect((await anyone('POST', '/security/otp/verify', verification)).status).toBe(204)
    const customers = [{ contact: { primaryPhone: `+49 (0) ${number.slice(3)}` } }]
    const booked = await anyone('POST', `${V2}/basic`, wish({ applicationId, customers }), basic(id, code))
    expect(booked.status).toBe(200)
    const there = customersIn(booked.body as Appointment)[0]!
    const read = await supervisor('GET', `${V2}/${(booked.body as Appointment).id}/participants/${there}`)
    expect(read.body).toMatchObject({ contact: { primaryPhone: number } })
  })

  it('books through a portal that has already verified the code', async () => {
    const address = newAddress()
    const { id, code } = await passwordByMail(address)
    const body = wish({ customers: [{ contact: { primaryEmail: address.toUpperCase() } }] })
    const headers = { ...basic(PORTAL.id, PORTAL.secret), 'x-otp-verification-id': id }
    expect(await anyone('POST', `${V2}/basic`, body, headers)).toMatchObject(rejected(401, 'OTP_INVALID'))
    expect(
      await anyone('POST', '/security/otp/verify', { verificationId: id, to: newAddress(), code }),
    ).toMatchObject(rejected(401, 'OTP_INVALID'))
    expect(
      (await anyone('POST', '/security/otp/verify', { verificationId: id, to: address, code })).status,
    ).toBe(204)
    const stranger = { ...headers, ...basic(PORTAL.id, 'another-secret-of-a-portal') }
    expect(await anyone('POST', `${V2}/basic`, body, stranger)).toMatchObject(rejected(401, 'OTP_INVALID'))
    expect((await anyone('POST', `${V2}/basic`, body, headers)).status).toBe(200)
    expect(await anyone('POST', `${V2}/basic`, body, headers)).toMatchObject(rejected(401, 'OTP_INVALID'))
  })
})

describe('misuse of one-time passwords', () => {
  const counts = async () => {
    await databases.untilQuiet()
    return databases.counts()
  }

  it('closes an address after five wrong codes, even for the correct code', async () => {
    const address = newAddress()
    const password = await passwordByMail(address)
    const wrong = { ...password, code: anotherCode(password) }
    for (let tries = 0; tries < 5; tries += 1)
      expect(await bookWith(wrong, address)).toMatchObject(rejected(401, 'OTP_INVALID'))
    const before = await counts()
    expect(await bookWith(password, address)).toMatchObject(rejected(401, 'OTP_INVALID'))
    const { id: verificationId, code } = password
    expect(await anyone('POST', '/security/otp/verify', { verificationId, to: address, code })).toMatchObject(
      rejected(401, 'OTP_INVALID'),
    )
    expect(await counts()).toEqual(before)
  })

  it('keeps an address open after four wrong codes', async () => {
    const address = newAddress()
    const password = await passwordByMail(address)
    for (let tries = 0; tries < 4; tries += 1)
      expect((await bookWith({ ...password, code: anotherCode(password) }, address)).status).toBe(401)
    expect((await bookWith(password, address)).status).toBe(200)
  })

  it('sends no second code when one is requested again immediately', async () => {
    const address = newAddress()
    const password = await passwordByMail(address)
    for (const spelling of [address, address.toUpperCase()]) {
      const again = await askForCode('EMAIL', spelling)
      expect(again).toMatchObject(rejected(429, 'RATE_LIMITED'))
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    }
    // the first code still works, and no other message has arrived
    expect((await bookWith(password, address)).status).toBe(200)
    await mailTo(smtp, address, ({ text }) => text.includes('/manage/'))
    expect(smtp.messages().filter(({ to }) => to.includes(address))).toHaveLength(2)
  })

  it('books for no other address, and a rejected booking releases the password', async () => {
    const address = newAddress()
    const password = await passwordByMail(address)
    const before = await counts()
    expect(await bookWith(password, newAddress())).toMatchObject(rejected(403, 'OTP_CONTACT_MISMATCH'))
    const nobody = wish({ customers: [{ username: 'ada' }] })
    expect(await anyone('POST', `${V2}/basic`, nobody, basic(password.id, password.code))).toMatchObject(
      rejected(400, 'CONTACT_REQUIRED'),
    )
    const greedy = wish({
      customers: [{ contact: { primaryEmail: address } }],
      notificationHeaders: { 'x-campaign': 'spring' },
      metadata: { vip: true },
      targetAssignment: { type: 'AGENT', id: 'agent-7' },
    })
    const overreaching = await anyone('POST', `${V2}/basic`, greedy, basic(password.id, password.code))
    expect(overreaching.status).toBe(400)
    const { errors } = overreaching.body as { errors: { pointer: string }[] }
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
      '/metadata',
      '/notificationHeaders',
      '/targetAssignment',
    ])
    expect(await counts()).toEqual(before)
    expect((await bookWith(password, address)).status).toBe(200)
  })

  it('rejects an unknown password, and books once when a password is used concurrently', async () => {
    const address = newAddress()
    expect(await bookWith({ id: randomUUID(), code: '123456' }, address)).toMatchObject(
      rejected(401, 'OTP_INVALID'),
    )
    const password = await passwordByMail(address)
    const responses = await Promise.all(Array.from({ length: 5 }, () => bookWith(password, address)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status !== 200 && status !== 401 && status !== 409)).toEqual([])
  })

  it('stores no password in any table', async () => {
    const address = newAddress()
    const { code, id } = await passwordByMail(address)
    const rows = Object.values(await databases.dump()).flat()
    expect(rows.filter((row) => row.includes(id) || row.includes(address))).toEqual([])
    expect(rows.filter((row) => new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(row))).toEqual([])
  })
})

describe('the manage link', () => {
  it('reads, moves and cancels its own appointment, with a new link after each move [4.1.7, 4.1.9, 5.4, 9.5]', async () => {
    const { id, address, ticket } = await aBooking()
    const first = await tokenOf(ticket)
    expect(claimsOf(first)).toMatchObject({ roles: ['ROLE_CUSTOMER'] })
    const { ticket_id, customer_manage_token, conferenceId, exp, iat } = claimsOf(first)
    expect([typeof ticket_id, typeof customer_manage_token, conferenceId]).toEqual([
      'string',
      'string',
      undefined,
    ])
    expect(Number(exp) - Number(iat)).toBe(15 * 60)
    // opening the link again does not invalidate it
    expect((await exchange(anyone, ticket)).status).toBe(200)
    expect((await as(first)('GET', `${V1}/${id}`)).status).toBe(200)
    expect(await as(first)('PUT', `${V1}/reschedule`, { id, start: LATER })).toMatchObject(
      rejected(403, 'FORBIDDEN'),
    )

    const moved = await as(first)('PUT', `${V2}/reschedule`, { id, start: LATER })
    expect(moved).toMatchObject({ status: 200, body: { start: LATER } })
    const { text } = await mailTo(smtp, address, (mail) => !mail.text.includes(ticket))
    const nextTicket = manageTicketIn(text)
    expect(nextTicket).not.toBe(ticket)

    expect(await exchange(anyone, ticket)).toMatchObject(worthNothing)
    const before = await eventsOf(id)
    expect(await as(first)('PUT', `${V2}/reschedule`, { id, start: START })).toMatchObject(
      rejected(403, 'MANAGE_TICKET_STALE'),
    )
    expect(await as(first)('PUT', `${V2}/${id}/cancel`)).toMatchObject(rejected(403, 'MANAGE_TICKET_STALE'))
    expect(await eventsOf(id)).toEqual(before)

    const second = as(await tokenOf(nextTicket))
    const cancelled = await second('PUT', `${V2}/${id}/cancel`, { reason: 'I am better' })
    expect(cancelled).toMatchObject({
      status: 200,
      body: {
        state: 'CANCELLED',
        start: LATER,
        cancellation: { byRole: 'ROLE_CUSTOMER', reason: 'I am better' },
      },
    })
    await mailTo(
      smtp,
      address,
      ({ subject, text: body }) => /cancel/i.test(subject) && !body.includes('/manage/'),
    )
    const after = await eventsOf(id)
    expect((await second('PUT', `${V2}/${id}/cancel`)).status).toBe(200)
    expect(await eventsOf(id)).toEqual(after)
    expect(await exchange(anyone, nextTicket)).toMatchObject(worthNothing)
  })

  it('stays valid when another customer moves the appointment', async () => {
    const [ada, bob] = [newAddress(), newAddress()]
    const customers = [ada, bob].map((primaryEmail) => ({ contact: { primaryEmail } }))
    const { id } = (await done(supervisorBooks(wish({ customers })))) as Appointment
    const ticketOf = async (address: string) => manageTicketIn((await mailTo(smtp, address)).text)
    const adas = as(await tokenOf(await ticketOf(ada)))
    const bobs = as(await tokenOf(await ticketOf(bob)))
    expect((await adas('PUT', `${V2}/reschedule`, { id, start: LATER })).status).toBe(200)
    expect((await bobs('PUT', `${V2}/reschedule`, { id, start: START })).status).toBe(200)
    expect((await exchange(anyone, await ticketOf(ada))).status).toBe(400)
  })

  it('stays valid when the contact centre moves the appointment', async () => {
    const { id, ticket } = await aBooking()
    await done(supervisor('PUT', `${V2}/reschedule`, { id, start: LATER }))
    const token = await tokenOf(ticket)
    expect((await as(token)('PUT', `${V2}/reschedule`, { id, start: START })).status).toBe(200)
  })

  it('cancels until the cut-off and not after it', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const late = await aBooking({ applicationId: 'strict', start: soon })
    const token = await tokenOf(late.ticket)
    const before = await eventsOf(late.id)
    expect(await as(token)('PUT', `${V2}/${late.id}/cancel`)).toMatchObject(
      rejected(403, 'CANCEL_CUTOFF_PASSED'),
    )
    expect(await eventsOf(late.id)).toEqual(before)
    const early = await aBooking({ applicationId: 'strict' })
    expect((await as(await tokenOf(early.ticket))('PUT', `${V2}/${early.id}/cancel`)).status).toBe(200)
    expect((await supervisor('PUT', `${V2}/${late.id}/cancel`)).status).toBe(200)
  })

  it('reads, joins and fails as its own participant, and writes nothing else [H1.7]', async () => {
    const { id, customerId, ticket } = await aBooking()
    const managed = as(await tokenOf(ticket))
    const own = `${V2}/${id}/participants/${customerId}`
    expect(await managed('GET', own)).toMatchObject({ status: 200, body: { id: customerId } })
    expect(await managed('PUT', `${own}?state=JOINED`)).toMatchObject({ status: 200, body: { id } })
    expect((await managed('PUT', `${V2}/${id}/failed?userMessage=No%20sound`)).status).toBe(200)
    expect((await managed('GET', `${V2}/${id}/participants/agent-7`)).status).toBe(403)
    expect((await managed('PUT', `${V2}/${id}/participants/agent-7?state=LEFT`)).status).toBe(403)
    expect((await managed('PUT', V2, { id, title: 'Mine' })).status).toBe(403)
  })

  it('keeps its token valid when participants come and go, until a reassignment [H9.4]', async () => {
    const { id, ticket } = await aBooking()
    const managed = as(await tokenOf(ticket))
    await done(supervisor('POST', `${V2}/participants/agents`, { id, userId: 'agent-9' }))
    await done(supervisor('POST', `${V2}/participants/customers`, { id, customer: { username: 'bob' } }))
    await done(supervisor('DELETE', `${V2}/${id}/participants/agent-9`))
    expect((await managed('PUT', `${V2}/${id}/cancel`)).status).toBe(200)

    const other = await aBooking()
    const before = as(await tokenOf(other.ticket))
    await done(supervisor('PUT', `${V2}/reassign`, { id: other.id, userId: 'agent-8' }))
    const stale = await before('PUT', `${V2}/${other.id}/cancel`)
    expect(stale).toMatchObject(rejected(403, 'MANAGE_TICKET_STALE'))
  })
})

describe('the room link', () => {
  it('shows the expected participants to the page behind it, until the appointment is cancelled [H5.9]', async () => {
    const customers = [{ name: { firstName: 'Ada' }, contact: { primaryEmail: newAddress() } }]
    const { id } = (await done(supervisorBooks(wish({ customers })))) as Appointment
    await done(supervisor('POST', `${V1}/activate/${id}`))
    const { url } = (await done(supervisor('GET', `${V2}/${id}/room`))) as { url: string }
    const address = url.replace('/rooms/', '/api/v2/rooms/')
    const room = async (at = address) => {
      const response = await fetch(at)
      return { status: response.status, text: await response.text() }
    }
    const { status, text } = await room()
    expect(status).toBe(200)
    expect(text).toContain('Ada')
    expect(text).not.toContain('agent-7')
    expect((await room(`${address}x`)).status).toBe(404)

    await done(supervisor('PUT', `${V2}/${id}/cancel`))
    const closed = await room()
    expect(JSON.parse(closed.text)).toMatchObject({ state: 'CANCELLED' })
    expect(closed.text).not.toContain('Ada')
  })

  it('reads the room once it is open, and joins only for its own customer [3.3 row 1, 4.1.9, 4.1.10]', async () => {
    const [ada, bob] = [newAddress(), newAddress()]
    const customers = [ada, bob].map((primaryEmail) => ({ contact: { primaryEmail } }))
    const booked = (await done(supervisorBooks(wish({ customers })))) as Appointment
    const { id } = booked
    const [adaId, bobId] = customersIn(booked) as [string, string]
    const token = await tokenOf(await roomTicketOf(id, adaId))
    expect(claimsOf(token)).toMatchObject({
      roles: ['ROLE_CUSTOMER'],
      conferenceId: id,
      participantId: adaId,
    })
    expect(Number(claimsOf(token).exp) - Number(claimsOf(token).iat)).toBeLessThanOrEqual(4 * 3600)

    const customer = as(token)
    const closed = await customer('GET', `${V1}/${id}`)
    expect(closed.status).toBe(200)
    expect(closed.body).not.toHaveProperty('roomAccess')
    const room: unknown = await done(supervisor('POST', `${V1}/activate/${id}`))
    expect(await customer('GET', `${V1}/${id}`)).toMatchObject({ status: 200, body: { roomAccess: room } })

    const presence = (participantId: string) =>
      customer('PUT', `${V2}/${id}/participants/${participantId}?state=JOINED`)
    const joined = await presence(adaId)
    expect(joined.status).toBe(200)
    expect((joined.body as Appointment).participants).toContainEqual({
      id: adaId,
      type: 'CUSTOMER',
      state: 'JOINED',
    })
    const before = await eventsOf(id)
    for (const other of [bobId, 'agent-7', randomUUID()])
      expect(await presence(other)).toMatchObject(rejected(403, 'FORBIDDEN'))
    expect(await eventsOf(id)).toEqual(before)

    const details = (participantId: string) => customer('GET', `${V2}/${id}/participants/${participantId}`)
    expect(await details(adaId)).toMatchObject({ status: 200, body: { contact: { primaryEmail: ada } } })
    for (const other of [bobId, 'agent-7', randomUUID()])
      expect(await details(other)).toMatchObject(rejected(403, 'FORBIDDEN'))
    for (const [method, path, body] of [
      ['PUT', `${V2}/reschedule`, { id, start: LATER }],
      ['PUT', `${V2}/${id}/cancel`, undefined],
      ['DELETE', `${V2}/${id}`, undefined],
      ['POST', `${V1}/activate/${id}`, undefined],
    ] as const)
      expect(await customer(method, path, body)).toMatchObject(rejected(403, 'FORBIDDEN'))
    expect(await eventsOf(id)).toEqual(before)
  })
})

describe('the secureToken', () => {
  it('represents the customer if the appointment has only one', async () => {
    const { id, booked, customerId } = await aBooking()
    const token = await tokenOf(booked.secureToken!, 'secure-token')
    expect(claimsOf(token)).toMatchObject({ conferenceId: id, participantId: customerId })
    expect((await as(token)('PUT', `${V2}/${id}/participants/${customerId}?state=WAITING`)).status).toBe(200)
    expect(await exchange(anyone, booked.secureToken!)).toMatchObject(worthNothing)
    expect(await exchange(anyone, `${booked.secureToken!}x`, 'secure-token')).toMatchObject(worthNothing)
  })

  it('represents no customer if the appointment has several, and can only read', async () => {
    const customers = [{ username: 'ada' }, { username: 'bob' }]
    const booked = (await done(supervisorBooks(wish({ customers })))) as Appointment
    const { id } = booked
    const token = await tokenOf(booked.secureToken!, 'secure-token')
    expect(claimsOf(token)).not.toHaveProperty('participantId')
    expect((await as(token)('GET', `${V2}/${id}`)).status).toBe(200)
    for (const customerId of customersIn(booked))
      expect(await as(token)('PUT', `${V2}/${id}/participants/${customerId}?state=JOINED`)).toMatchObject(
        rejected(403, 'FORBIDDEN'),
      )
    expect(await as(token)('PUT', `${V2}/${id}/failed`)).toMatchObject(rejected(403, 'FORBIDDEN'))
  })

  it('issues a token that reads the appointment and no participant [H1.2]', async () => {
    const { id, booked, customerId } = await aBooking()
    const opened = as(await tokenOf(booked.secureToken!, 'secure-token'))
    const read = await opened('GET', `${V2}/${id}`)
    expect(read.status).toBe(200)
    expect(read.body).not.toHaveProperty('secureToken')
    expect(await opened('GET', `${V2}/${id}/participants/${customerId}`)).toMatchObject(
      rejected(403, 'FORBIDDEN'),
    )
  })

  it('expires when a participant is added or removed, and its token never names another participant [H1.2] [H9.4]', async () => {
    const { id, booked, customerId } = await aBooking()
    const ofOne = as(await tokenOf(booked.secureToken!, 'secure-token'))
    const bob = (await done(
      supervisor('POST', `${V2}/participants/customers`, { id, customer: { username: 'bob' } }),
    )) as Participant
    expect(await exchange(anyone, booked.secureToken!, 'secure-token')).toMatchObject(worthNothing)

    const { secureToken } = (await done(supervisor('GET', `${V2}/${id}`))) as Appointment
    const ofNobody = as(await tokenOf(secureToken!, 'secure-token'))
    await done(supervisor('DELETE', `${V2}/${id}/participants/${customerId}`))
    expect(await exchange(anyone, secureToken!, 'secure-token')).toMatchObject(worthNothing)
    for (const token of [ofOne, ofNobody])
      for (const participantId of [customerId, bob.id])
        expect(await token('PUT', `${V2}/${id}/participants/${participantId}?state=JOINED`)).toMatchObject(
          rejected(403, 'FORBIDDEN'),
        )
    expect((await ofNobody('GET', `${V2}/${id}`)).status).toBe(200)
  })

  it('expires with a reassignment, and a new one replaces it', async () => {
    const { id, booked } = await aBooking()
    const given = (await done(supervisor('PUT', `${V2}/reassign`, { id, userId: 'agent-8' }))) as Appointment
    expect(await exchange(anyone, booked.secureToken!, 'secure-token')).toMatchObject(worthNothing)
    expect((await exchange(anyone, given.secureToken!, 'secure-token')).status).toBe(200)
  })
})

describe('tickets and tokens expire', () => {
  it.each([
    ['a cancellation', 'PUT', (id: string) => `${V2}/${id}/cancel`],
    ['a deletion on v1', 'DELETE', (id: string) => `${V1}/${id}`],
    ['a removal on v2', 'DELETE', (id: string) => `${V2}/${id}`],
  ] as const)('with %s', async (_, method, pathOf) => {
    const { id, booked, customerId, ticket } = await aBooking()
    const roomTicket = await roomTicketOf(id, customerId)
    const [managed, entered] = [as(await tokenOf(ticket)), as(await tokenOf(roomTicket))]
    await done(supervisor(method, pathOf(id)))
    const before = await eventsOf(id)
    expect(await exchange(anyone, ticket)).toMatchObject(worthNothing)
    expect(await exchange(anyone, roomTicket)).toMatchObject(worthNothing)
    expect(await exchange(anyone, booked.secureToken!, 'secure-token')).toMatchObject(worthNothing)
    expect((await managed('PUT', `${V2}/reschedule`, { id, start: LATER })).status).toBeGreaterThanOrEqual(
      403,
    )
    expect((await entered('GET', `${V1}/${id}`)).status).toBe(404)
    const joined = await entered('PUT', `${V2}/${id}/participants/${customerId}?state=JOINED`)
    expect([404, 409]).toContain(joined.status)
    expect(await eventsOf(id)).toEqual(before)
  })

  it('with the removal of their participant, while the other participants keep theirs', async () => {
    const [ada, bob] = [newAddress(), newAddress()]
    const customers = [ada, bob].map((primaryEmail) => ({ contact: { primaryEmail } }))
    const booked = (await done(supervisorBooks(wish({ customers })))) as Appointment
    const { id } = booked
    const [adaId, bobId] = customersIn(booked) as [string, string]
    const manageTickets = await Promise.all(
      [ada, bob].map(async (address) => manageTicketIn((await mailTo(smtp, address)).text)),
    )
    const roomTickets = [await roomTicketOf(id, adaId), await roomTicketOf(id, bobId)]
    const [adasRoom, adasManage] = [as(await tokenOf(roomTickets[0]!)), as(await tokenOf(manageTickets[0]!))]
    const bobsRoom = as(await tokenOf(roomTickets[1]!))
    await done(supervisor('POST', `${V1}/activate/${id}`))
    await done(supervisor('DELETE', `${V2}/${id}/participants/${adaId}`))

    expect(await exchange(anyone, manageTickets[0]!)).toMatchObject(worthNothing)
    expect(await exchange(anyone, roomTickets[0]!)).toMatchObject(worthNothing)
    expect((await exchange(anyone, manageTickets[1]!)).status).toBe(200)
    expect((await exchange(anyone, roomTickets[1]!)).status).toBe(200)
    // tokens issued before the removal are rejected too
    for (const removed of [adasRoom, adasManage]) {
      for (const path of [`${V1}/${id}`, `${V2}/${id}`, `${V2}/${id}/interaction`])
        expect(await removed('GET', path)).toMatchObject(rejected(403, 'FORBIDDEN'))
    }
    expect(await adasManage('PUT', `${V2}/${id}/cancel`)).toMatchObject(rejected(403, 'MANAGE_TICKET_STALE'))
    expect((await adasRoom('PUT', `${V2}/${id}/participants/${adaId}?state=JOINED`)).status).toBe(403)
    expect((await bobsRoom('GET', `${V1}/${id}`)).status).toBe(200)
  })
})
