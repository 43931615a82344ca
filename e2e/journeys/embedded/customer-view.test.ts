import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtpServer, startTwilio, type SmtpFake, type TwilioFake } from '@appointments/testing'
import {
  customersIn,
  type Appointment,
  type OtpIssued,
  type Participant,
  type Token,
} from '../../src/response-bodies.ts'
import { carriesAppointment } from '../support/carried-shapes.ts'
import { client, type Call } from '../../src/client.ts'
import { codeIn, exchange, mailTo, manageTicketIn, roomTicketIn } from '../support/customer-mail.ts'
import { done } from '../../src/done.ts'
import { publicOperations, type NamedOperation, type OperationName } from '../../src/operations.ts'
import { sendingTo, TWILIO_ACCOUNT } from '../../src/providers.ts'
import { pathOf } from '../../src/sample-requests.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenFor } from '../../src/tokens.ts'

const V2 = '/api/v2/appointments'
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Math.ceil(Date.now() / DAY_MS + days) * DAY_MS).toISOString()

let system: Services
let smtp: SmtpFake
let twilio: TwilioFake
let anyone: Call
let supervisor: Call
let agent: Call

beforeAll(async () => {
  smtp = await startSmtpServer()
  twilio = await startTwilio(TWILIO_ACCOUNT)
  system = await startServices({ env: sendingTo(smtp, twilio) })
  anyone = client(system.gatewayUrl, undefined)
  supervisor = client(system.gatewayUrl, tokenFor('ROLE_SUPERVISOR', { userId: 'supervisor-1' }))
  agent = client(system.gatewayUrl, tokenFor('ROLE_AGENT', { userId: 'agent-7' }))
  const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
  const notifications = { active: true, types: { CREATE: { channels: ['EMAIL'] } } }
  const settings = { notifications, selfBookingFields: ['notificationHeaders', 'metadata'] }
  await done(machine('PUT', '/api/v2/applications/closed', settings))
  await done(
    machine('PUT', '/api/v2/applications/open', {
      ...settings,
      customerMetadata: ['branch'],
      notesForCustomers: true,
    }),
  )
})
afterAll(async () => {
  await system.close()
  await Promise.all([smtp.stop(), twilio.stop()])
})

const CANARY = 'canary'
/** Fields that staff sets and customers do not see by default. */
const hidden = {
  notes: `${CANARY}-notes`,
  metadata: { branch: 'Berlin', risk: `${CANARY}-risk` },
  notificationHeaders: { 'x-campaign': `${CANARY}-header` },
}

interface Subject {
  applicationId: string
  id: string
  customerId: string
  secureToken: string
  manageTicket: string
  roomTicket: string
}

/** An activated appointment in which every staff-only field is set. */
async function aSubject(applicationId: string): Promise<Subject> {
  const address = `customer-${randomUUID()}@example.com`
  const booked = (await done(
    agent('POST', V2, {
      applicationId,
      title: 'First advice',
      start: inDays(7),
      duration: 'PT30M',
      customers: [{ contact: { primaryEmail: address }, metadata: { risk: `${CANARY}-customer` } }],
      interaction: { customFields: { topic: `${CANARY}-field` } },
      ...hidden,
    }),
  )) as Appointment
  const { id } = booked
  const customerId = customersIn(booked)[0]!
  const manageTicket = manageTicketIn((await mailTo(smtp, address)).text)
  await done(supervisor('POST', `/api/appointments/activate/${id}`))
  await done(agent('PUT', `${V2}/${id}/failed?systemMessage=${CANARY}-system&userMessage=No%20sound`))
  const details = (await done(supervisor('GET', `${V2}/${id}/participants/${customerId}`))) as Participant
  expect(JSON.stringify(details)).toContain(CANARY)
  const { secureToken } = (await done(supervisor('GET', `${V2}/${id}`))) as Appointment
  return {
    applicationId,
    id,
    customerId,
    secureToken: secureToken!,
    manageTicket,
    roomTicket: roomTicketIn(details.ticket!.accessUrl),
  }
}

const withTicket = async (ticket: string, type?: 'ticket' | 'secure-token') =>
  client(system.gatewayUrl, ((await done(exchange(anyone, ticket, type))) as Token).access_token)

/** Every way in which a customer reaches its appointment. */
const customers: Record<string, (subject: Subject) => Promise<Call>> = {
  'a room ticket': ({ roomTicket }) => withTicket(roomTicket),
  'a manage ticket': ({ manageTicket }) => withTicket(manageTicket),
  'a secureToken': ({ secureToken }) => withTicket(secureToken, 'secure-token'),
  'conferenceId alone': ({ id }) =>
    Promise.resolve(client(system.gatewayUrl, tokenFor('ROLE_CUSTOMER', { conferenceId: id }))),
}

type Expected = 'seen' | 'rejected'
interface Row {
  /** Expected result for customers; by caller if they differ. */
  expected: Expected | Partial<Record<keyof typeof customers, Expected>>
  query?: string
  body?: (subject: Subject) => unknown
}

const all = (row: Omit<Row, 'expected'> = {}): Row => ({ expected: 'seen', ...row })
const forStaff: Row = { expected: 'rejected' }
const byManageTicket = (row: Omit<Row, 'expected'> = {}): Row => ({
  expected: { 'a manage ticket': 'seen' },
  ...row,
})
const ownParticipant = {
  'a room ticket': 'seen',
  'a manage ticket': 'seen',
  'conferenceId alone': 'seen',
} as const

/** A customer's view of every operation whose response carries appointment data, in every version. */
const rows: Partial<Record<OperationName, Row>> = {
  'v1.findAppointments': forStaff,
  'v1.scheduleAppointment': forStaff,
  'v1.updateAppointment': forStaff,
  'v1.activateAppointment': forStaff,
  'v1.reassignAppointment': forStaff,
  'v1.rescheduleAppointment': forStaff,
  'v1.addAgent': forStaff,
  'v1.addCustomer': forStaff,
  'v1.getAppointment': all(),
  'v1.getParticipant': { expected: ownParticipant },
  'v1.removeParticipant': forStaff,
  'v2.findAppointments': forStaff,
  'v2.searchAppointments': forStaff,
  'v2.scheduleAppointment': forStaff,
  'v2.updateAppointment': forStaff,
  'v2.activateAppointment': forStaff,
  'v2.reassignAppointment': forStaff,
  'v2.rescheduleAppointment': byManageTicket({ body: ({ id }) => ({ id, start: inDays(8) }) }),
  'v2.addAgent': forStaff,
  'v2.addCustomer': forStaff,
  'v2.getAppointment': all(),
  'v2.getRoom': all(),
  'v2.openRoom': forStaff,
  'v2.cancelAppointment': byManageTicket({ body: () => ({ reason: 'Ill' }) }),
  'v2.findParticipants': forStaff,
  'v2.getParticipant': { expected: ownParticipant },
  'v2.removeParticipant': forStaff,
  'v2.setParticipantState': all({ query: '?state=WAITING' }),
  'v2.acceptInteraction': forStaff,
  'v2.failInteraction': all({ query: `?systemMessage=${CANARY}-said&userMessage=No%20picture` }),
  'v2.getInteraction': all(),
  'v2.updateInteraction': forStaff,
  'administration.findChanges': forStaff,
}
// a booking customer has no token yet; see below
const bookings: readonly OperationName[] = ['v1.scheduleAppointmentBasic', 'v2.scheduleAppointmentBasic']

const carrying = publicOperations.filter(({ operation }) => carriesAppointment(operation))
const rowOf = ({ name }: NamedOperation): Row => {
  const row = rows[name]
  if (!row) throw new Error(`${name} has no row for what customers see in its response`)
  return row
}
const expectedOf = ({ expected }: Row, caller: string): Expected =>
  typeof expected === 'string' ? expected : (expected[caller] ?? 'rejected')

let unchanged: Promise<Subject> | undefined
/** An appointment of its own for a request that changes it; all others share one, because creating it takes longest. */
const subjectFor = ({ operation }: NamedOperation, expected: Expected): Promise<Subject> =>
  operation.method === 'GET' || expected === 'rejected'
    ? (unchanged ??= aSubject('closed'))
    : aSubject('closed')

/** Fields that must not appear in any response to a customer. */
const forStaffOnly = ['secureToken', 'notificationHeaders', 'customFields', 'systemMessage', 'failedBy', 'by']
const fieldsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [name, ...fieldsOf(part)])
    : []

describe("a customer's view", () => {
  it('has a row for every operation whose response carries appointment data [H9.1]', () => {
    expect(carrying.length).toBeGreaterThan(25)
    expect(carrying.map(({ name }) => name).sort()).toEqual([...Object.keys(rows), ...bookings].sort())
  })

  it.each(
    carrying.filter(({ name }) => !bookings.includes(name)).map((named) => [named.name, named] as const),
  )(
    'hides staff-only fields in %s [H1.1] [H9.1]',
    async (_, named) => {
      const row = rowOf(named)
      for (const [caller, enter] of Object.entries(customers)) {
        const expected = expectedOf(row, caller)
        const subject = await subjectFor(named, expected)
        const { id, customerId: participantId } = subject
        const call = await enter(subject)
        const { method } = named.operation
        const path = pathOf(named, { id, participantId }) + (row.query ?? '')
        const key = ['POST', 'PUT'].includes(method) ? { 'idempotency-key': randomUUID() } : {}
        // twice: the rule also holds for the stored response of a repeat
        for (const round of ['first', 'again']) {
          const response = await call(method, path, row.body?.(subject), key)
          const about = `${round} by ${caller}: ${JSON.stringify(response.body)}`
          expect(response.status, about).toBe(expected === 'seen' ? 200 : 403)
          expect(JSON.stringify(response.body), about).not.toContain(CANARY)
          for (const field of forStaffOnly) expect(fieldsOf(response.body), about).not.toContain(field)
        }
      }
    },
    60_000,
  )

  it.each(['v1', 'v2'] as const)(
    'hides staff-only fields in a booking on %s with a one-time password [H1.1] [H1.2]',
    async (version) => {
      const to = `customer-${randomUUID()}@example.com`
      const asked = await done(
        anyone('POST', '/security/otp', { applicationId: 'closed', channel: 'EMAIL', to }),
      )
      const code = codeIn((await mailTo(smtp, to)).text)
      const authorization = `Basic ${Buffer.from(`${(asked as OtpIssued).id}:${code}`).toString('base64')}`
      const customer = { contact: { primaryEmail: to } }
      const { notes: _, ...given } = hidden
      const wish = {
        applicationId: 'closed',
        start: inDays(9),
        duration: 'PT30M',
        ...(version === 'v1' ? { customer } : { customers: [customer] }),
        ...given,
      }
      const base = version === 'v1' ? '/api/appointments' : V2
      const { status, body } = await anyone('POST', `${base}/basic`, wish, { authorization })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(JSON.stringify(body)).not.toContain(CANARY)
      for (const field of forStaffOnly) expect(fieldsOf(body)).not.toContain(field)
    },
  )

  it('shows notes and metadata that the application opens, and the reason of a cancellation [H1.1] [H9.1]', async () => {
    const subject = await aSubject('open')
    for (const enter of Object.values(customers)) {
      const call = await enter(subject)
      for (const base of ['/api/appointments', V2])
        expect((await call('GET', `${base}/${subject.id}`)).body).toMatchObject({
          notes: hidden.notes,
          metadata: { branch: 'Berlin' },
        })
      const { metadata } = (await call('GET', `${V2}/${subject.id}`)).body as Appointment & {
        metadata: object
      }
      expect(Object.keys(metadata)).toEqual(['branch'])
    }
    const reader = await customers['a room ticket']!(subject)
    await done(supervisor('PUT', `${V2}/${subject.id}/cancel`, { reason: 'The branch is closed' }))
    const { cancellation } = (await reader('GET', `${V2}/${subject.id}`)).body as {
      cancellation: { at: string }
    }
    expect(cancellation).toEqual({
      at: cancellation.at,
      byRole: 'ROLE_SUPERVISOR',
      reason: 'The branch is closed',
    })
  })

  it('hides nothing from staff', async () => {
    const { id } = await aSubject('closed')
    const { body } = await supervisor('GET', `${V2}/${id}`)
    expect(body).toMatchObject(hidden)
    expect(body).toHaveProperty('secureToken')
    expect(JSON.stringify(body)).toContain(`${CANARY}-system`)
  })
})
