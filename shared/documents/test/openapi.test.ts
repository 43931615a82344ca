import { describe, expect, it } from 'vitest'
import { problems } from '@appointments/contracts'
import { openapi } from '../src/index.ts'
import { operationsOf } from '../src/openapi/documented-operation.ts'
import { codesOf, documentOf, versions, type Described } from './documents.ts'

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

const documents = { v1: documentOf('v1'), v2: documentOf('v2') }

const described = versions.flatMap((version) =>
  operationsOf(version).map(({ id, path, operation }) => ({
    name: `${version} ${id}`,
    operation,
    document: documents[version].paths[path]?.[operation.method.toLowerCase()] as Described,
  })),
)
const at = (name: string) => described.find((one) => one.name === name)!.document

describe.each(versions)('the document of %s', (version) => {
  const { paths, components, servers } = documents[version]

  it('has every operation of the tables, and no other', () => {
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(ids.sort()).toEqual(
      operationsOf(version)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('has version 1.0.0, and paths below the base of its version [9.1]', () => {
    expect(documents[version].info.version).toBe('1.0.0')
    const base = version === 'v1' ? '/api/appointments' : '/api/v2/appointments'
    const ofAppointments = Object.keys(paths).filter((path) =>
      /(?<!\/statistics)\/appointments(\/|$)/.test(path),
    )
    expect(ofAppointments.length).toBeGreaterThan(10)
    for (const path of ofAppointments) expect(path.startsWith(base)).toBe(true)
  })

  it('has paths without a trailing slash, relative to its server address', () => {
    expect(servers.map(({ url }) => url)).toEqual(['https://appointments.example.com'])
    for (const path of Object.keys(paths)) expect(path).toMatch(/^\/.*[^/]$/)
  })

  it('describes every field of its components', () => {
    const undescribed: string[] = []
    const look = (schema: Schema, place: string) => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        if (field.description === undefined) undescribed.push(`${place}.${name}`)
        look(field, `${place}.${name}`)
      }
      const { items, anyOf = [], oneOf = [], additionalProperties } = schema
      for (const inner of [items, additionalProperties, ...anyOf, ...oneOf])
        if (typeof inner === 'object') look(inner, place)
    }
    for (const [id, schema] of Object.entries(components.schemas!)) look(schema, id)
    expect(undescribed).toEqual([])
  })

  it('has no schema that allows any value by mistake', () => {
    const empty = Object.entries(components.schemas!).flatMap(([id, { properties }]) =>
      Object.entries((properties ?? {}) as Record<string, object>)
        .filter(([, field]) => Object.keys(field).every((keyword) => keyword === 'description'))
        .map(([name]) => `${id}.${name}`),
    )
    expect(empty).toEqual([])
  })
})

describe.each(versions)('requests of %s [H10.1]', (version) => {
  it('have no default keyword, because generated clients would require the field', () => {
    const sent: unknown[] = []
    for (const item of Object.values(documents[version].paths))
      for (const { parameters, requestBody } of Object.values(item)) sent.push(parameters, requestBody)
    const requests = Object.entries(documents[version].components.schemas!).filter(
      ([name]) => name.endsWith('Request') || name === 'NotificationSettings',
    )
    expect(requests.length).toBeGreaterThan(5)
    expect(JSON.stringify([sent, requests])).not.toMatch(/"(x-)?default":/)
  })

  it('state defaults in their descriptions', () => {
    if (version === 'v1') return
    const { properties } = documents.v2.components.schemas!.ApplicationRequest as unknown as {
      properties: Record<string, { description: string }>
    }
    expect(properties.noShowGrace?.description).toContain('Default: `"PT10M"`.')
  })
})

describe.each(described)('$name', ({ operation, document }) => {
  it('describes its effect and its permitted callers [5.1, 5.2]', () => {
    expect(document).toMatchObject({ summary: operation.summary, tags: [expect.any(String)] })
    expect(document.description).toContain('**Callers:**')
    if (typeof operation.access === 'object') {
      expect(document['x-roles']).toEqual(operation.access.roles)
      const withoutToken = 'withoutToken' in operation.access ? [{}] : []
      expect(document.security).toEqual([...withoutToken, { jwtBearerToken: [] }])
      for (const role of operation.access.roles) expect(document.description).toContain(role)
    }
    if (operation.access === 'open')
      expect(document.security).toEqual([{}, { jwtBearerToken: [] }, { registeredClient: [] }])
    if (operation.access === 'otp')
      expect(document.security).toEqual([{ oneTimePassword: [] }, { registeredClient: [] }])
  })

  it('describes its parameters, and the format of lists', () => {
    for (const parameter of document.parameters) {
      expect(parameter.description, parameter.name).toMatch(/\.$/)
      if (parameter.schema.type !== 'array') continue
      expect(parameter).toMatchObject({ style: 'form', explode: false })
      expect(parameter.description).toContain('or repeat the parameter')
    }
    const names = document.parameters.filter((one) => one.in !== 'header').map(({ name }) => name)
    expect(names).toEqual([
      ...Object.keys(operation.params?.shape ?? {}),
      ...Object.keys(operation.query?.shape ?? {}),
    ])
  })

  it('documents its own errors and those of every similar operation', () => {
    const codes = Object.values(document.responses).flatMap(codesOf)
    if (!operation.form) for (const code of operation.problems) expect(codes).toContain(code)
    for (const status of [429, 500, 503]) expect(document.responses).toHaveProperty(String(status))
    if (operation.method !== 'GET' && operation.body)
      expect(Object.keys(document.responses)).toEqual(expect.arrayContaining(['400', '413']))
    if (typeof operation.access === 'object')
      expect(codes).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'FORBIDDEN', 'TENANT_REQUIRED']))
  })

  it('narrows the code of each error, and counts it against the rate limit [H10.1]', () => {
    for (const response of Object.values(document.responses)) {
      expect(response.headers).toHaveProperty('RateLimit-Limit')
      const schema = response.content?.['application/problem+json']?.schema
      if (schema) expect(schema.allOf?.[0]).toEqual({ $ref: '#/components/schemas/Problem' })
    }
  })

  it('lists each error under its status, with an example', () => {
    for (const [status, response] of Object.entries(document.responses)) {
      for (const code of codesOf(response)) {
        expect(problems[code as keyof typeof problems].status).toBe(Number(status))
        expect(response.description).toContain(`\`${code}\``)
        expect(response.content?.['application/problem+json']?.examples?.[code]?.value).toMatchObject({
          code,
          status: Number(status),
        })
      }
    }
  })

  it('has examples of its request and response', () => {
    const { body, imageTypes } = operation
    expect(document.requestBody === undefined).toBe(body === undefined && !imageTypes)
    for (const { example } of Object.values(document.requestBody?.content ?? {}))
      expect(example === undefined).toBe(imageTypes !== undefined)
    const { content } = document.responses[operation.status]!
    expect(content === undefined).toBe(operation.response === undefined)
    for (const { example } of Object.values(content ?? {})) expect(example).toBeDefined()
  })
})

describe('errors', () => {
  it('can have the code of a fault in the path, the query or the body', () => {
    const codes = (name: string) => codesOf(at(name).responses[400])
    for (const name of ['getAgent', 'findSlots', 'findFreeBusy', 'reassignAppointment', 'putApplication'])
      expect([name, codes(`v2 ${name}`)]).toEqual([name, expect.arrayContaining(['AGENT_ID_INVALID'])])
    expect(codes('v1 addCustomer')).toContain('CONTACT_REQUIRED')
    expect(codes('v2 updateAppointment')).toEqual(
      expect.arrayContaining(['NOTHING_TO_UPDATE', 'CUSTOMER_AMBIGUOUS']),
    )
    // strict handling rejects any parameter
    expect(codes('v2 getMe')).toEqual(['VALIDATION_FAILED'])
    // identifiers in general have a code of faults that is not one of problems
    expect(codes('v2 getAppointment')).toEqual(['VALIDATION_FAILED'])
  })
})

describe('headers', () => {
  it('for versions are documented for responses that have one', () => {
    const cancel = at('v2 cancelAppointment')
    expect(cancel.responses[200]!.headers).toHaveProperty('ETag')
    expect(cancel.parameters.map(({ name }) => name)).toContain('If-Match')
    expect(codesOf(cancel.responses[412])).toEqual(['VERSION_MISMATCH'])
    // the response may show a participant, but the version is that of the appointment
    expect(codesOf(at('v2 addCustomer').responses[412])).toEqual(['VERSION_MISMATCH'])
    expect(at('v1 updateAppointment').responses).not.toHaveProperty('412')
    const schedule = at('v2 scheduleAppointment')
    expect(schedule.responses[200]!.headers).toHaveProperty('ETag')
    expect(schedule.parameters.map(({ name }) => name)).not.toContain('If-Match')
    expect(at('v1 getAppointment').responses[200]!.headers).not.toHaveProperty('ETag')
  })

  it('for conditions and for resumed streams are documented for operations that read them', () => {
    for (const { name, operation, document } of described) {
      const names = document.parameters.map((one) => one.name)
      const isConditional = operation.takesIfMatch === true || operation.revalidates === true
      expect([name, names.includes('If-None-Match')]).toEqual([name, isConditional])
      expect([name, names.includes('Last-Event-ID')]).toEqual([name, operation.stream === true])
    }
  })

  it('for keyed requests are documented for operations that can be repeated', () => {
    for (const { operation, document } of described) {
      const isKeyed = operation.takesKey === true
      expect(document.parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(isKeyed)
      expect('Idempotency-Replayed' in document.responses[operation.status]!.headers).toBe(isKeyed)
      expect(codesOf(document.responses[422])).toEqual(isKeyed ? ['IDEMPOTENCY_KEY_REUSED'] : [])
    }
  })

  it('state when to retry, and how to authenticate', () => {
    for (const { document } of described) {
      expect(document.responses[429]!.headers).toHaveProperty('Retry-After')
      expect(document.responses[429]!.headers).toHaveProperty('RateLimit-Limit')
      expect(document.responses[503]!.headers).toHaveProperty('Retry-After')
      expect(document.responses[401]!.headers).toHaveProperty('WWW-Authenticate')
    }
  })
})

describe('a deprecated part', () => {
  it('names its successor [4.1.8, 9.4]', () => {
    const operation = at('v1 deleteAppointment')
    expect(operation.deprecated).toBe(true)
    expect(operation.description).toContain('`PUT /api/v2/appointments/{id}/cancel` (cancelAppointment)')
    expect(Object.keys(operation.responses[204]!.headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Link']),
    )
    expect(at('v2 findEligibleAppointments').deprecated).toBe(true)
  })

  it('is marked in parameters and fields [9.4]', () => {
    const organizer = at('v1 findAppointments').parameters.find(({ name }) => name === 'organizerId')
    expect(organizer?.deprecated).toBe(true)
    const { properties } = documents.v1.components.schemas!.AppointmentResponse as {
      properties: Record<string, { deprecated?: boolean }>
    }
    expect(properties.roomAccess?.deprecated).toBe(true)
    expect(documents.v1.components.schemas!.AppointmentRoomDetails).toMatchObject({ deprecated: true })
  })
})

it('the document of v1 does not describe the queues, the policy and the guests of v2', () => {
  expect(at('v1 reassignAppointment').description).not.toMatch(/queue|policy/)
  expect(at('v1 scheduleAppointmentBasic').description).not.toMatch(/guests/i)
  expect(at('v2 reassignAppointment').description).toMatch(/queue.*policy/)
  expect(at('v2 scheduleAppointmentBasic').description).toContain('`selfBookingGuests`')
})

it('the webhook of a cancellation says when it has no `cancellation`', () => {
  const { webhooks } = openapi('v2', 'https://appointments.example.com') as unknown as {
    webhooks: Record<string, { post: { summary: string } }>
  }
  expect(webhooks['appointment.cancelled']?.post.summary).toContain('`cancellation` unless it was removed')
})

it('a rejected token request has the error format of OAuth', () => {
  const { responses } = at('v2 exchangeToken')
  expect(Object.keys(responses[400]!.content!)).toEqual(['application/json'])
  expect(Object.keys(at('v2 exchangeToken').requestBody!.content)).toEqual([
    'application/x-www-form-urlencoded',
  ])
})
