import { describe, expect, it } from 'vitest'
import {
  applicationSettings,
  events,
  eventTypes,
  notificationTypes,
  oneOffMessage,
  webhookPayloads,
  webhookPing,
} from '@appointments/contracts'
import { createValidate } from '@appointments/testing/response-check'
import { eventExamples, oneOffExample } from '../src/examples/events.ts'
import { pingExample, webhookExamples } from '../src/examples/webhooks.ts'
import { exampleOf } from '../src/examples/index.ts'
import { openapi } from '../src/index.ts'
import { operationsOf } from '../src/openapi/documented-operation.ts'
import { documentOf, versions } from './documents.ts'

describe.each(versions)('examples of %s', (version) => {
  const document = documentOf(version)
  // documents allow unknown fields, but examples must not contain any
  const validate = createValidate(openapi(version, 'https://appointments.example.com') as never)

  it.each(operationsOf(version))('$id match the operation table', ({ id, operation }) => {
    const { body, response } = exampleOf(version, id)
    if (operation.body) expect(operation.body.safeParse(body).error).toBeUndefined()
    if (operation.response) expect(operation.response.safeParse(response).error).toBeUndefined()
  })

  it.each(operationsOf(version))('$id match the schemas of the document', ({ path, operation }) => {
    const described = document.paths[path]![operation.method.toLowerCase()]!
    for (const { schema, example } of Object.values(described.requestBody?.content ?? {}))
      expect(validate(schema, example)).toEqual([])
    for (const response of Object.values(described.responses))
      for (const { schema, example, examples } of Object.values(response.content ?? {})) {
        const shown = examples ? Object.values(examples).map(({ value }) => value) : [example]
        for (const one of shown) expect(validate(schema, one)).toEqual([])
      }
  })

  it.each(operationsOf(version))('$id match the schemas of its parameters', ({ path, operation }) => {
    const { parameters } = document.paths[path]![operation.method.toLowerCase()]!
    for (const { schema, example } of parameters)
      if (example !== undefined) expect(validate(schema, example)).toEqual([])
  })
})

it.each(versions)(
  'the booking of a customer in %s has only fields that every application accepts',
  (version) => {
    const { interaction, ...fields } = exampleOf(version, 'scheduleAppointmentBasic').body as {
      interaction?: object
    }
    const { options } = applicationSettings.shape.selfBookingFields.unwrap().element
    const restricted: string[] = [...options, 'place', 'override']
    expect(Object.keys({ ...fields, ...interaction }).filter((name) => restricted.includes(name))).toEqual([])
  },
)

describe('examples of messages', () => {
  it.each(eventTypes)('%s matches its schema', (type) => {
    expect(events[type].data.safeParse(eventExamples[type]).error).toBeUndefined()
  })
  it('one-off messages and test webhooks match their schemas', () => {
    expect(oneOffMessage.safeParse(oneOffExample).error).toBeUndefined()
    expect(webhookPing.safeParse(pingExample).error).toBeUndefined()
  })
  it.each(notificationTypes)('the webhook of %s matches the schema of its type only', (type) => {
    expect(webhookPayloads[type].safeParse(webhookExamples[type]).error).toBeUndefined()
    const other = type === 'CREATE' ? 'UPDATE' : 'CREATE'
    expect(webhookPayloads[other].safeParse(webhookExamples[type]).success).toBe(false)
  })
})
