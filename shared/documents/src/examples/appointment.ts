import {
  applicationSettings,
  type Caller,
  type CustomerRecord,
  type WholeAppointment,
} from '@appointments/contracts'
import { presentElement, presentAppointment } from '@appointments/appointment'

/** Ids that occur in more than one example. */
export const exampleIds = {
  appointment: '0197f5c0-3c1b-7a44-8d0e-9f2b6f1c7a10',
  customer: '0197f5c0-3c1c-7e02-b1a7-1d5e4c9b8f33',
  notification: '0197f5c0-5d20-7b9c-9a6e-0c4d2b7e6f55',
  webhookEndpoint: '0197f5be-2e10-7f31-8c55-7a1b3c5d9e77',
  verification: '0197f5c3-11d2-7b60-8a4f-5c9f0a6f7e21',
  request: '0197f5c2-6a1e-7c55-9f0e-2f6d3b1a8c44',
  decision: '0197f5c4-7b2f-7a10-9c3e-5d8e2a4f6b91',
} as const

/** The appointment of all examples: one customer, one agent, not yet activated. */
export const exampleWhole: WholeAppointment = {
  appointment: {
    id: exampleIds.appointment,
    applicationId: 'demo',
    applicationVersion: 1,
    organizationId: 'org-1',
    version: 1,
    state: 'SCHEDULED',
    title: 'Contract review',
    notes: 'Bring the signed offer',
    start: '2027-01-09T09:00:00.000Z',
    end: '2027-01-09T09:30:00.000Z',
    duration: 'PT30M',
    timezone: 'Europe/Berlin',
    locale: 'de-DE',
    metadata: { caseNumber: 'C-4711' },
    notificationHeaders: { 'x-campaign': 'spring' },
    notificationsActive: true,
    targetAssignment: { id: 'agent-7', type: 'AGENT' },
    epoch: 0,
    manageVersions: {},
    createdAt: '2027-01-02T14:05:31.000Z',
    updatedAt: '2027-01-02T14:05:31.000Z',
  },
  roster: {
    version: 1,
    organizerId: 'agent-7',
    participants: [
      { id: 'agent-7', type: 'AGENT' },
      { id: exampleIds.customer, type: 'CUSTOMER', has: ['email', 'phone'] },
    ],
    interaction: {
      customFields: { topic: 'contract' },
      properties: {},
      routing: {
        type: 'VENDORA_CLOUD_FLOW',
        properties: { deploymentId: 'd-42', chatMode: 'vendora-cloud' },
      },
      state: 'PENDING',
    },
    epoch: 0,
  },
}

/** Its customer, as exchanged between services. */
export const exampleCustomer: CustomerRecord = {
  id: exampleIds.customer,
  email: 'ada@example.com',
  phone: '+4930123456',
  firstName: 'Ada',
  lastName: 'Lovelace',
}

export const exampleRoom = {
  url: 'https://rooms.example.com/7f3k9q2mXc4v',
  expires: '2027-01-09T13:30:00.000Z',
  activatedAt: '2027-01-09T08:55:00.000Z',
}

/** The appointment with changes to either half; versions increase accordingly. */
export const exampleWholeWith = (
  appointment: Partial<WholeAppointment['appointment']>,
  roster: Partial<WholeAppointment['roster']> = {},
): WholeAppointment => ({
  appointment: { ...exampleWhole.appointment, version: 2, ...appointment },
  roster: { ...exampleWhole.roster, ...roster },
})

const activated = exampleWholeWith({ state: 'ACTIVATED', room: exampleRoom })
const moved = exampleWholeWith({ start: '2027-01-11T13:00:00.000Z', end: '2027-01-11T13:30:00.000Z' })
const cancelled = exampleWholeWith(
  {
    state: 'CANCELLED',
    cancellation: {
      at: '2027-01-05T16:20:00.000Z',
      by: 'agent-7',
      byRole: 'ROLE_AGENT',
      reason: 'The customer called',
      reasonCode: 'CUSTOMER_REQUEST',
    },
  },
  { interaction: { ...exampleWhole.roster.interaction, state: 'CANCELLED' } },
)
const reassigned = exampleWholeWith(
  { version: 1 },
  {
    version: 2,
    organizerId: 'agent-9',
    participants: [{ id: 'agent-9', type: 'AGENT' }, ...exampleWhole.roster.participants.slice(1)],
  },
)
const joined = exampleWholeWith(
  { version: 1 },
  {
    version: 2,
    participants: exampleWhole.roster.participants.map((participant) =>
      participant.type === 'CUSTOMER' ? { ...participant, state: 'JOINED' } : participant,
    ),
  },
)
const accepted = exampleWholeWith(
  { version: 1 },
  { version: 2, interaction: { ...exampleWhole.roster.interaction, state: 'ACCEPTED' } },
)
const failed = exampleWholeWith(
  { version: 1 },
  {
    version: 2,
    interaction: {
      ...exampleWhole.roster.interaction,
      state: 'FAILED',
      properties: { systemMessage: 'Upstream queue timed out', userMessage: 'Please try again.' },
    },
  },
)
const withoutCustomer = exampleWholeWith(
  { version: 1 },
  { version: 2, participants: exampleWhole.roster.participants.slice(0, 1) },
)

/** The states of the appointment that the example responses show. */
export const exampleMoments = {
  scheduled: exampleWhole,
  activated,
  moved,
  cancelled,
  reassigned,
  joined,
  accepted,
  failed,
  withoutCustomer,
}

const secureToken = 'eyJhIjoiMDE5N2Y1YzAiLCJlIjowfQ.b3BhcXVlLXNpZ25hdHVyZQ'

/** The agent who sends the example requests. */
export const exampleAgent: Caller = { roles: ['ROLE_AGENT'], userId: 'agent-7' }
/** A customer who books with a one-time password. */
export const exampleCaller: Caller = { roles: [] }

const application = applicationSettings.parse({})
const presentedTo = (caller: Caller) => (whole: WholeAppointment) =>
  presentAppointment(caller, () => secureToken)({ ...whole, application })

export const exampleAppointment = presentedTo(exampleAgent)
export const exampleForCustomer = presentedTo(exampleCaller)
export const exampleElement = presentElement(exampleAgent)(exampleWhole)
