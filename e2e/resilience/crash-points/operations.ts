import { randomUUID } from 'node:crypto'
import { daysAhead } from '@appointments/testing'
import type { Appointment, History, WebhookEndpoint } from '../../src/response-bodies.ts'
import { publicOperations, type OperationName } from '../../src/operations.ts'
import { requestOf, sampleOf, type Subject } from '../../src/sample-requests.ts'
import { CLIENT_ID, type CheckedClient } from '../load/checked-client.ts'
import { APPLICATION } from '../load/applications.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashedOperation } from './crashed-operation.ts'
import { messageOperations } from './message-operations.ts'
import { plannedOperations } from './planned-operations.ts'
import { succeeded } from './succeeded.ts'

const V2 = '/api/v2/appointments'
/** The mail server fake always defers mails to this address, so that one can be retried manually. */
const PUT_OFF = '452-end@customers.example'

const NAMES: OperationName[] = [
  'v2.scheduleAppointment',
  'v2.updateAppointment',
  'v2.rescheduleAppointment',
  'v2.activateAppointment',
  'v2.reassignAppointment',
  'v2.cancelAppointment',
  'v2.removeAppointment',
  'v2.addAgent',
  'v2.addCustomer',
  'v2.removeParticipant',
  'v2.setParticipantState',
  'v2.acceptInteraction',
  'v2.failInteraction',
  'v2.updateInteraction',
  'v2.retryNotification',
  'v1.scheduleAppointment',
  'v1.deleteAppointment',
  'administration.putApplication',
  'administration.patchApplication',
  'administration.putMessageTemplate',
  'administration.removeMessageTemplate',
  'administration.createWebhookEndpoint',
  'administration.updateWebhookEndpoint',
  'administration.rotateWebhookSecret',
  'administration.removeWebhookEndpoint',
]

const namedOperations: readonly CrashedOperation[] = NAMES.map((name) => ({
  name,
  async request(client) {
    const named = publicOperations.find((one) => one.name === name)
    if (!named) throw new Error(`unknown operation ${name}`)
    const subject = await subjectOf(name, client)
    const { method, path, ...sent } = requestOf(named, sampleOf(named, subject))
    const body = sent.body?.toString()
    const isAboutIt = path.includes(subject.id) || body?.includes(subject.id) === true
    return {
      method,
      path,
      ...(body !== undefined && { body: JSON.parse(body) as unknown }),
      ...(isAboutIt && { appointmentId: subject.id }),
    }
  },
}))

/** Every write operation, except those that only send immediately or store nothing. */
export const crashedOperations: readonly CrashedOperation[] = [
  ...namedOperations,
  ...plannedOperations,
  ...messageOperations,
]

/** Makes the object that an operation changes. */
async function subjectOf(name: OperationName, { send }: CheckedClient): Promise<Subject> {
  const isRetried = name === 'v2.retryNotification'
  const email = isRetried ? PUT_OFF : `${randomUUID()}@customers.example`
  const isOfApplication = name.startsWith('administration.')
  const applicationId = isOfApplication ? `crash-${randomUUID()}` : APPLICATION
  // an agent can only accept for itself
  const agentId = name === 'v2.acceptInteraction' ? CLIENT_ID : `agent-${randomUUID()}`
  const subject: Subject = {
    id: randomUUID(),
    participantId: '',
    notificationId: '',
    agentId,
    applicationId,
    organizationId: '',
    directoryAgentId: 'desk',
    endpointId: '',
    otp: { verificationId: '', code: '', to: `${randomUUID()}@customers.example` },
    newAddress: '',
    ticket: '',
  }
  if (isOfApplication) {
    succeeded(await send('PUT', `/api/v2/applications/${applicationId}`, { body: {} }))
    const body = { applicationId, url: 'http://127.0.0.1:9/hooks' }
    const endpoint = succeeded(await send('POST', '/api/v2/webhook-endpoints', { body })) as WebhookEndpoint
    if (name === 'administration.removeMessageTemplate') {
      const template = { locales: { en: { sms: '{{brand}}: see you {{whenShort}}' } } }
      succeeded(
        await send('PUT', `/api/v2/applications/${applicationId}/templates/welcome`, { body: template }),
      )
    }
    return { ...subject, endpointId: endpoint.id }
  }
  const booked = succeeded(
    await send('POST', V2, {
      body: {
        applicationId,
        start: daysAhead(30),
        duration: 'PT30M',
        targetAssignment: { type: 'AGENT', id: agentId },
        customers: [{ contact: { primaryEmail: email } }],
      },
    }),
  ) as Appointment
  const participantId = booked.participants.find(({ type }) => type === 'CUSTOMER')?.id ?? ''
  const about = { ...subject, id: booked.id, participantId }
  return isRetried ? { ...about, notificationId: await putOff(send, booked.id) } : about
}

/** The mail of an appointment, once the mail server has deferred it. */
async function putOff(send: CheckedClient['send'], id: string): Promise<string> {
  for (let look = 0; look < 100; look += 1) {
    const { content } = succeeded(await send('GET', `${V2}/${id}/notifications?channel=EMAIL`)) as History
    const [mail] = content.filter((one) => one.nextRetryAt !== undefined)
    if (mail) return mail.id
    await pause(100)
  }
  throw new Error('no mail was deferred')
}
