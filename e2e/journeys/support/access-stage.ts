import { randomUUID } from 'node:crypto'
import { notificationTypes } from '@appointments/contracts'
import type { SmtpFake } from '@appointments/testing'
import type { CallerKind, ObjectKind, ObjectOf } from './access-policy.ts'
import { client } from '../../src/client.ts'
import { codeIn, exchange, mailTo, manageTicketIn, roomTicketIn } from './customer-mail.ts'
import { done } from '../../src/done.ts'
import {
  customersIn,
  type Appointment,
  type History,
  type OtpIssued,
  type Participant,
  type Token,
  type WebhookEndpoint,
} from '../../src/response-bodies.ts'
import { START, WEBHOOK_URL, type Subject } from '../../src/sample-requests.ts'
import { signedToken } from '../../src/tokens.ts'

const V2 = '/api/v2/appointments'
const ORGANIZATION = 'org-1'
const OTHER_ORGANIZATION = 'org-2'
const AGENT = 'agent-1'
const COLLEAGUE = 'agent-2'

const applicationOf: Partial<Record<ObjectKind, string>> = {
  own: 'app-own',
  "colleague's": 'app-own',
  'own, narrowed': 'app-narrow',
  "colleague's, narrowed": 'app-narrow',
  sibling: 'app-narrow',
  foreign: 'app-foreign',
  removed: 'app-own',
}
// only one mail, when an appointment is made, because it carries the manage link
const types = Object.fromEntries(
  notificationTypes.map((type) => [type, { channels: type === 'CREATE' ? ['EMAIL'] : [] }]),
)
// many thousand odd requests send more mails than the usual limit per minute
const notifications = { active: true, types, schedules: [], limits: { emailPerMinute: 100_000 } }
const narrowing = { agentAccess: 'ASSIGNED', agentReassignmentEnabled: true }

/** An object of the walk, with the tokens of its customer. */
export interface StagedSubject extends Subject {
  roomToken?: string
  manageToken?: string
}

/** Prepares the objects of the walk and its callers. */
export async function setStage(gatewayUrl: string, smtp: SmtpFake) {
  const as = (claims: object) => client(gatewayUrl, signedToken(claims))
  const anyone = client(gatewayUrl, undefined)
  const auditor = as({ roles: ['ROLE_SUPERVISOR'], userId: 'auditor' })
  const operator = as({ roles: ['ROLE_CLIENT_SERVICE'] })
  const machineOf = (organizationId: string) => as({ roles: ['ROLE_CLIENT_SERVICE'], organizationId })
  const machines = {
    [ORGANIZATION]: machineOf(ORGANIZATION),
    [OTHER_ORGANIZATION]: machineOf(OTHER_ORGANIZATION),
  }
  const organizationOf = (kind: ObjectKind): keyof typeof machines =>
    kind === 'foreign' ? OTHER_ORGANIZATION : ORGANIZATION

  await done(machines[ORGANIZATION]('PUT', '/api/v2/applications/app-own', { notifications }))
  await done(
    machines[ORGANIZATION]('PUT', '/api/v2/applications/app-narrow', { ...narrowing, notifications }),
  )
  await done(machines[OTHER_ORGANIZATION]('PUT', '/api/v2/applications/app-foreign', { notifications }))

  for (const machine of Object.values(machines))
    for (const [path, entry] of Object.entries({
      'teams/desk': { name: 'Desk' },
      'queues/desk': { name: 'Desk' },
      'schedules/desk': { name: 'Desk', hours: [] },
      'holiday-calendars/desk': { name: 'Desk', timezone: 'Europe/Berlin', days: [] },
      'agents/desk': { displayName: 'Desk', timezone: 'Europe/Berlin' },
    }))
      await done(machine('PUT', `/api/v2/${path}`, entry))

  const newAddress = () => `customer-${randomUUID()}@example.com`

  /** A one-time password that was just sent to a customer. */
  async function passwordFor(applicationId: string): Promise<Subject['otp']> {
    const to = newAddress()
    const asked = await done(anyone('POST', '/security/otp', { applicationId, channel: 'EMAIL', to }))
    const mail = await mailTo(smtp, to)
    return { verificationId: (asked as OtpIssued).id, code: codeIn(mail.text), to }
  }

  const tokenFor = async (ticket: string): Promise<string> =>
    ((await done(exchange(anyone, ticket))) as Token).access_token

  async function endpointIn(applicationId: string): Promise<string> {
    const made = await done(
      operator('POST', '/api/v2/webhook-endpoints', { applicationId, url: WEBHOOK_URL }),
    )
    return (made as WebhookEndpoint).id
  }

  const nothing = (): Subject => ({
    id: randomUUID(),
    participantId: randomUUID(),
    notificationId: `ntf_${randomUUID()}`,
    endpointId: `whe_${randomUUID()}`,
    applicationId: `unknown-${randomUUID()}`,
    organizationId: ORGANIZATION,
    agentId: COLLEAGUE,
    directoryAgentId: 'desk',
    otp: { verificationId: randomUUID(), code: '000000', to: newAddress() },
    newAddress: newAddress(),
    ticket: 'AAAAAAAAAAAA',
  })

  /** An appointment of a kind, with the tokens of its customer if requests use them. */
  async function appointment(kind: ObjectKind, grant?: 'room' | 'manage'): Promise<StagedSubject> {
    const applicationId = applicationOf[kind] ?? ''
    const agentId = kind.startsWith('own') ? AGENT : COLLEAGUE
    const address = newAddress()
    const booked = (await done(
      operator('POST', V2, {
        applicationId,
        start: START,
        duration: 'PT30M',
        targetAssignment: { type: 'AGENT', id: agentId },
        customers: [grant === 'manage' ? { contact: { primaryEmail: address } } : { username: 'ada' }],
      }),
    )) as Appointment
    const subject = {
      ...nothing(),
      id: booked.id,
      participantId: customersIn(booked)[0]!,
      agentId,
      applicationId,
      organizationId: organizationOf(kind),
    }
    if (grant === 'manage') {
      const { text } = await mailTo(smtp, address)
      return { ...subject, manageToken: await tokenFor(manageTicketIn(text)) }
    }
    if (grant === 'room') return { ...subject, ...(await room(subject)) }
    return subject
  }

  async function room({ id, participantId }: Subject): Promise<{ ticket: string; roomToken: string }> {
    const details = await done(auditor('GET', `${V2}/${id}/participants/${participantId}`))
    const ticket = roomTicketIn((details as Participant).ticket?.accessUrl ?? '')
    return { ticket, roomToken: await tokenFor(ticket) }
  }

  /** A complete appointment: both tokens, its notification, and an endpoint of its application. */
  async function whole(kind: ObjectKind): Promise<StagedSubject> {
    const subject = await appointment(kind, 'manage')
    const history = await done(auditor('GET', `${V2}/${subject.id}/notifications`))
    return {
      ...subject,
      ...(await room(subject)),
      notificationId: (history as History).content[0]!.id,
      endpointId: await endpointIn(subject.applicationId),
      otp: await passwordFor(subject.applicationId),
    }
  }

  const other = await whole("colleague's")

  /** The objects that no granted request of the walk may change. */
  async function standing(kind: ObjectKind): Promise<StagedSubject> {
    if (kind === 'none') return whole('own')
    if (kind === 'unknown') {
      const subject = nothing()
      const claims = {
        roles: ['ROLE_CUSTOMER'],
        conferenceId: subject.id,
        participantId: subject.participantId,
      }
      // a password is sent whether or not the application is known
      const otp = await passwordFor(subject.applicationId)
      return { ...subject, otp, roomToken: signedToken(claims) }
    }
    if (kind === 'sibling') return whole('own, narrowed')
    const subject = await whole(kind)
    if (kind === 'removed') {
      await done(auditor('DELETE', `${V2}/${subject.id}`))
      await done(auditor('DELETE', `/api/v2/webhook-endpoints/${subject.endpointId}`))
    }
    return subject
  }

  const staff = (role: string, claims: object = {}) =>
    `Bearer ${signedToken({ roles: [role], organizationId: ORGANIZATION, ...claims })}`
  const supervisor = { roles: ['ROLE_SUPERVISOR'], userId: 'supervisor-1', organizationId: ORGANIZATION }
  const bearer = (token: string | undefined) => `Bearer ${token ?? ''}`
  // made once, because the response contains the second at which it expired
  const expired = bearer(signedToken(supervisor, { expiresIn: -3600 }))
  const authorizations: Record<CallerKind, (subject: StagedSubject) => string | undefined> = {
    anonymous: () => undefined,
    'token that has expired': () => expired,
    'token for another audience': () => bearer(signedToken(supervisor, { audience: 'another-service' })),
    'token of another issuer': () => bearer(signedToken(supervisor, { issuer: 'https://other.example' })),
    'token with a wrong signature': () =>
      bearer(signedToken(supervisor, { secret: 'a-secret-that-the-gateway-does-not-know' })),
    'one-time password': ({ otp }) =>
      `Basic ${Buffer.from(`${otp.verificationId}:${otp.code}`).toString('base64')}`,
    agent: () => staff('ROLE_AGENT', { userId: AGENT }),
    'agent of no appointment': () => staff('ROLE_AGENT', { userId: 'agent-3' }),
    supervisor: () => bearer(signedToken(supervisor)),
    'supervisor of no organization': () =>
      bearer(signedToken({ roles: ['ROLE_SUPERVISOR'], userId: 'supervisor-2' })),
    machine: () => staff('ROLE_CLIENT_SERVICE'),
    'customer with a room token': ({ roomToken }) => bearer(roomToken ?? other.roomToken),
    'customer with a manage token': ({ manageToken }) => bearer(manageToken ?? other.manageToken),
    "customer with another appointment's room token": () => bearer(other.roomToken),
    "customer with another appointment's manage token": () => bearer(other.manageToken),
    'customer without a grant': () => bearer(signedToken({ roles: ['ROLE_CUSTOMER'], userId: 'ada' })),
  }

  return {
    auditor,
    standing,
    /** A new object of a kind, for a request that changes it. */
    async fresh(kind: ObjectKind, caller: CallerKind, about: ObjectOf): Promise<StagedSubject> {
      if (about === 'appointment') {
        const grant = caller.includes('room') ? 'room' : caller.includes('manage') ? 'manage' : undefined
        return appointment(kind, grant)
      }
      // parallel verifications of one password are partly rejected
      if (about === 'nothing') return { ...other, otp: await passwordFor(other.applicationId) }
      if (about === 'endpoint') {
        const applicationId = applicationOf[kind] ?? ''
        return { ...nothing(), applicationId, endpointId: await endpointIn(applicationId) }
      }
      const subject = { ...nothing(), organizationId: organizationOf(kind) }
      if (about === 'directory') {
        const agent = { displayName: 'Desk', timezone: 'Europe/Berlin' }
        const directoryAgentId = `agent-${randomUUID()}`
        await done(machines[organizationOf(kind)]('PUT', `/api/v2/agents/${directoryAgentId}`, agent))
        return { ...subject, directoryAgentId }
      }
      const path = `/api/v2/applications/${subject.applicationId}`
      if (kind !== 'unknown') await done(machines[organizationOf(kind)]('PUT', path, {}))
      if (caller !== 'one-time password') return subject
      return { ...subject, otp: await passwordFor(subject.applicationId) }
    },
    authorizationOf: (caller: CallerKind, subject: StagedSubject) => authorizations[caller](subject),
  }
}
export type Stage = Awaited<ReturnType<typeof setStage>>
