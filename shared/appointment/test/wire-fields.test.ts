import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { completeRouting, presentElement, presentAppointment } from '@appointments/appointment'
import { presentElementV1, presentV1 } from '@appointments/appointment/v1'
import { roomDetails, scheduleRequestV1 } from '@appointments/contracts/v1'
import {
  addAgentRequest,
  addCustomerRequest,
  chatModes,
  customerChange,
  interactionRequest,
  newCustomer,
  notificationQuery,
  reassignRequest,
  rescheduleRequest,
  scheduleRequest,
  updateRequest,
} from '@appointments/contracts'
import { aWhole, staff } from './builders.ts'

type Fields = Record<string, unknown>

/** Sets a value at a dotted path and keeps the other fields. */
const withField = (body: Fields, path: string, value: unknown): Fields => {
  const [first = '', ...rest] = path.split('.')
  const inner = rest.length > 0 ? withField((body[first] ?? {}) as Fields, rest.join('.'), value) : value
  return { ...body, [first]: inner }
}
const fieldOf = (body: unknown, path: string): unknown =>
  path.split('.').reduce((inner, name) => (inner as Fields | undefined)?.[name], body)

/** The field is kept as sent, and a value of another type is rejected with a fault at the field. */
function expectField(schema: z.ZodType, valid: Fields, path: string, good: unknown, bad: unknown) {
  expect(fieldOf(schema.parse(withField(valid, path, good)), path)).toEqual(good)
  const faults = schema.safeParse(withField(valid, path, bad)).error?.issues ?? []
  expect(faults.map(({ path: place }) => place.join('.')).some((place) => place.startsWith(path))).toBe(true)
}
/** Without the field the object is rejected. */
const expectRequired = (schema: z.ZodType, valid: Fields) => {
  expect(schema.safeParse(valid).success).toBe(true)
  for (const field of Object.keys(valid))
    expect(schema.safeParse({ ...valid, [field]: undefined }).success, field).toBe(false)
}

const room = {
  url: 'https://rooms.example/abc',
  expires: '2027-01-09T13:30:00.000Z',
  activatedAt: '2027-01-09T08:00:00.000Z',
}

describe('an appointment in responses', () => {
  const fields = {
    applicationId: 'app-1',
    id: 'a-1',
    title: 'Contract review',
    notes: 'Bring the contract',
    start: '2027-01-09T09:00:00Z',
    end: '2027-01-09T09:30:00Z',
    duration: 'PT30M',
    timezone: 'Europe/Berlin',
    locale: 'de-DE',
    metadata: { zebra: 1, apple: [true, null] },
    notificationHeaders: { 'x-campaign': 'spring' },
    notificationsActive: true,
    interaction: {
      customFields: { topic: 'contract' },
      properties: {},
      routing: { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-1', chatMode: 'vendora-cloud' } },
      state: 'PENDING',
    },
  }
  const activated = aWhole({ state: 'ACTIVATED', room })

  it('has all fields of its version, and in v1 no others [2.1, 2.2]', () => {
    const organizer = { id: 'agent-7', type: 'AGENT' }
    const customer = { id: 'c-1', type: 'CUSTOMER', state: 'WAITING' }
    const v1 = {
      ...fields,
      organizer: { ...organizer, state: '-' },
      participantIds: [{ ...organizer, state: '-' }, customer],
    }
    expect(presentV1(staff)(activated)).toEqual({
      ...v1,
      roomAccess: { expires: '2027-01-09T13:30:00Z', url: room.url },
    })
    expect(presentElementV1(staff)(activated)).toEqual(v1)
    expect(presentAppointment(staff, () => 'token')(activated)).toMatchObject({
      ...fields,
      organizer,
      participants: [organizer, customer],
      secureToken: 'token',
      targetAssignment: { id: 'team-2', type: 'QUEUE' },
    })
    expect(presentAppointment(staff, () => 'token')(activated).organizer).toEqual(organizer)
  })

  it('in a list of v2 has participants and target, and no secureToken [4.2 GET /]', () => {
    const element = presentElement(staff)(activated)
    expect(element).toMatchObject({
      ...fields,
      participants: [{ id: 'agent-7' }, { id: 'c-1' }],
      targetAssignment: { id: 'team-2', type: 'QUEUE' },
    })
    for (const absent of ['secureToken', 'roomAccess', 'participantIds'])
      expect(element).not.toHaveProperty(absent)
  })

  it('has the address and the expiry of the room [2.7 AppointmentRoomDetails]', () => {
    const shown = presentV1(staff)(activated).roomAccess
    expect(roomDetails.parse(shown)).toEqual({ expires: '2027-01-09T13:30:00Z', url: room.url })
    expect(Object.keys(roomDetails.shape).sort()).toEqual(['expires', 'url'])
  })
})

describe('an interaction', () => {
  const ofA = { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-1' } } as const
  const ofB = { type: 'VENDORB_DIGITAL_CONNECT', properties: { touchpointId: 't-1' } } as const

  it('has text values and is PENDING by default [2.3 customFields, 2.3 properties, 2.3 state]', () => {
    expectField(interactionRequest, {}, 'customFields', { topic: 'loan' }, { topic: [5] })
    expect(presentV1(staff)(aWhole()).interaction).toMatchObject({
      customFields: { topic: 'contract' },
      properties: {},
      state: 'PENDING',
    })
  })

  it('has one of two routing types, each with its own target [2.3 routing.type, 2.3 routing.properties]', () => {
    for (const routing of [ofA, ofB])
      expectField(interactionRequest, {}, 'routing', routing, { ...routing, type: 'PIGEON' })
    expect(completeRouting(ofA, {}).properties).toMatchObject({ deploymentId: 'd-1' })
    expect(completeRouting(ofB, {}).properties).toMatchObject({ touchpointId: 't-1' })
  })

  it('uses the given chat mode, else the default of its type [2.3 routing.properties.chatMode]', () => {
    expect(chatModes).toEqual(['vendora-cloud', 'vendora-web-messaging', 'vendorb-digital-connect'])
    expect(completeRouting(ofA, {}).properties.chatMode).toBe('vendora-cloud')
    expect(completeRouting(ofB, {}).properties.chatMode).toBe('vendorb-digital-connect')
    for (const routing of [ofA, ofB])
      for (const chatMode of chatModes) {
        const given = { ...routing, properties: { ...routing.properties, chatMode } }
        expect(interactionRequest.parse({ routing: given }).routing).toEqual(given)
        expect(completeRouting(given as typeof ofA, {}).properties.chatMode).toBe(chatMode)
      }
    const unknown = { ...ofA, properties: { deploymentId: 'd-1', chatMode: 'shouting' } }
    expect(interactionRequest.safeParse({ routing: unknown }).success).toBe(false)
  })
})

const customer = { username: 'ada' }

describe('customer details in requests [2.4]', () => {
  it.each<[string, unknown, unknown]>([
    ['contact.primaryEmail', 'ada@example.com', 'ada'],
    ['contact.primaryPhone', '+4930123456', 'phone'],
    ['metadata', { tier: 'gold', since: [2020] }, 'gold'],
    ['name.firstName', 'Ada', 7],
    ['name.lastName', 'Lovelace', 7],
    ['username', 'ada', 7],
  ])('have %s', (path, good, bad) => {
    expectField(newCustomer, customer, path, good, bad)
    expectField(customerChange, {}, path, good, bad)
  })

  it.each(['participantId', 'id'])('of an update have %s', (path) =>
    expectField(customerChange, customer, path, 'c-1', 'two words'),
  )
})

describe('a request to schedule', () => {
  const required = { applicationId: 'app-1', start: '2027-01-09T09:00:00Z', duration: 'PT30M' }

  it('needs an application, a start and a duration in both versions [2.5 applicationId, 2.5 start, 2.5 duration]', () => {
    for (const schema of [scheduleRequestV1, scheduleRequest]) {
      expectRequired(schema, required)
      const { applicationId, start, duration } = schema.parse(required)
      expect({ applicationId, start: new Date(start!), duration }).toEqual({
        ...required,
        start: new Date(required.start),
      })
    }
  })

  const interaction = {
    customFields: { topic: 'loan' },
    routing: { type: 'VENDORA_CLOUD_FLOW', properties: { deploymentId: 'd-1' } },
  }
  it.each<[string, unknown, unknown]>([
    ['timezone', 'Europe/Berlin', 7],
    ['locale', 'de-DE', 7],
    ['title', 'Review', 7],
    ['notes', 'Bring\nthe contract', 7],
    ['metadata', { a: [1, null] }, []],
    ['notificationHeaders', { 'x-campaign': 'spring' }, { 'x-campaign': 7 }],
    ['interaction.customFields', interaction.customFields, { topic: [7] }],
    ['interaction.routing', interaction.routing, { type: 'PIGEON', properties: {} }],
  ])(
    'may have %s, on both versions [2.5 timezone, 2.5 locale, 2.5 title, 2.5 notes, 2.5 metadata, 2.5 notificationHeaders, 2.5 interaction.customFields, 2.5 interaction.routing]',
    (path, good, bad) => {
      for (const schema of [scheduleRequestV1, scheduleRequest])
        expectField(schema, required, path, good, bad)
    },
  )

  it('has one customer in v1 [2.5 customer]', () => {
    expectField(scheduleRequestV1, required, 'customer', customer, [customer])
    expect(scheduleRequestV1.parse({ ...required, customers: [customer] })).not.toHaveProperty('customers')
  })

  it('has a list of customers and a target in v2 [2.5 customers, 2.5 targetAssignment]', () => {
    expectField(scheduleRequest, required, 'customers', [customer, customer], customer)
    expectField(scheduleRequest, required, 'targetAssignment', { id: 'q-1', type: 'QUEUE' }, { id: 'q-1' })
    expect(scheduleRequest.parse({ ...required, customer })).not.toHaveProperty('customer')
  })
})

describe('another request', () => {
  it('to update names the appointment and the changes [2.6 UpdateAppointmentRequest]', () => {
    const valid = { id: 'a-1', title: 'x' }
    expectField(updateRequest, valid, 'id', 'a-2', 7)
    expectField(updateRequest, valid, 'title', 'Review', 7)
    expectField(updateRequest, valid, 'notes', 'None', 7)
    expectField(updateRequest, valid, 'metadata', { a: 1 }, [])
    expectField(updateRequest, valid, 'notificationHeaders', { 'x-a': 'b' }, { 'x-a': 7 })
    expectField(updateRequest, valid, 'customer', { id: 'c-1', username: 'ada' }, 'ada')
  })

  it('to reassign names appointment and agent [2.6 ReassignAppointmentRequest]', () =>
    expectRequired(reassignRequest, { id: 'a-1', userId: 'agent-8' }))

  it('to reschedule names the appointment and its new time [2.6 RescheduleAppointmentRequest]', () => {
    const valid = { id: 'a-1', start: '2027-01-09T09:00:00Z' }
    expectRequired(rescheduleRequest, valid)
    expectField(rescheduleRequest, valid, 'duration', 'PT45M', 'P1W')
    expectField(rescheduleRequest, valid, 'timezone', 'Asia/Tokyo', 'Mars/Olympus')
    expectField(rescheduleRequest, valid, 'locale', 'ja', 'de DE')
  })

  it('to add a participant needs both parts [2.6 AddParticipantAgentRequest, 2.6 AddParticipantCustomerRequest]', () => {
    expectRequired(addAgentRequest, { id: 'a-1', userId: 'agent-8' })
    expectRequired(addCustomerRequest, { id: 'a-1', customer })
  })

  it('to change an interaction has fields and routing [2.6 UpdateInteractionBody]', () => {
    const routing = { type: 'VENDORB_DIGITAL_CONNECT', properties: { touchpointId: 't-1' } }
    expectField(interactionRequest, {}, 'customFields', { topic: 'loan' }, { topic: [7] })
    expectField(interactionRequest, {}, 'routing', routing, { type: 'PIGEON' })
  })
})

describe('the query of a notification history [4.2 query of notifications, 6.3]', () => {
  // as listed in docs/rules.md, so that none is forgotten
  const types =
    'CREATE UPDATE RESCHEDULE REASSIGN ROOM REMINDER CANCELLED FOLLOW_UP IN_PROGRESS COMPLETED FAILED NO_SHOW PARTICIPANT_ADDED PARTICIPANT_REMOVED PARTICIPANT_UPDATED INTERACTION_UPDATED'
  const channels = 'EMAIL SMS WEBHOOKS'
  const statuses = 'DELIVERED FAILED INITIALIZED PENDING CANCELLED'

  it.each([
    ['type', types],
    ['channel', channels],
    ['status', statuses],
  ])('accepts every %s, repeated or separated by commas', (name, list) => {
    const values = list.split(' ')
    expect(notificationQuery.parse({ [name]: values })).toMatchObject({ [name]: values })
    expect(notificationQuery.parse({ [name]: values.join() })).toMatchObject({ [name]: values })
    expect(notificationQuery.safeParse({ [name]: 'NOTHING' }).success).toBe(false)
  })

  it('is case-insensitive [H5.3]', () => {
    const query = { type: 'create,No_Show', channel: 'eMail', status: 'delivered', sortField: 'CREATEDAT' }
    expect(notificationQuery.parse({ ...query, sortOrder: 'DESC' })).toMatchObject({
      type: ['CREATE', 'NO_SHOW'],
      channel: ['EMAIL'],
      status: ['DELIVERED'],
      sortField: 'createdAt',
      sortOrder: 'desc',
    })
    expect(notificationQuery.safeParse({ type: 'toString' }).success).toBe(false)
  })
})
