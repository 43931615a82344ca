import { Ajv, type AnySchema } from 'ajv'
import specifications from '@asyncapi/specs'
import { describe, expect, it } from 'vitest'
import { events, eventTypes, topology, WEBHOOK_PING, webhookEventNames } from '@appointments/contracts'
import { exampleEvent } from '../src/asyncapi/messages.ts'
import { asyncapi, asyncapiWebhooks } from '../src/index.ts'

interface Document {
  channels: Record<string, { address: string; bindings?: { amqp: { exchange: { name: string } } } }>
  operations: Record<string, { action: string; 'x-service': string; channel: { $ref: string } }>
  components: {
    messages: Record<string, { payload: object; examples: { payload: unknown }[] }>
    schemas: Record<string, object>
  }
}

const copyOf = (document: object) => JSON.parse(JSON.stringify(document)) as Document
const document = copyOf(asyncapi())
const forIntegrators = copyOf(asyncapiWebhooks())

const isValid = new Ajv({
  strict: false,
  meta: false,
  validateSchema: false,
  validateFormats: false,
}).compile(specifications.schemas['3.0.0'] as AnySchema)

describe('the document for integrators [H10.2]', () => {
  it('contains the webhooks and no messages between services', () => {
    expect(Object.keys(forIntegrators.channels)).toEqual(['Webhook'])
    expect(Object.keys(forIntegrators.components.messages).sort()).toEqual(
      [...Object.values(webhookEventNames), WEBHOOK_PING].sort(),
    )
    expect(JSON.stringify(forIntegrators)).not.toMatch(/amqp|AP\w+Event|CustomerSnapshot/)
    for (const [name, schema] of Object.entries(forIntegrators.components.schemas))
      expect(schema).toEqual(document.components.schemas[name])
  })
})

describe.each([
  ['for maintainers', document],
  ['for integrators', forIntegrators],
])('the document %s', (_readers, document) => {
  it('is AsyncAPI 3.0', () => {
    expect(isValid(document), JSON.stringify(isValid.errors)).toBe(true)
    expect(isValid({ ...document, channels: { APScheduledEvent: { nonsense: true } } })).toBe(false)
  })

  it('refers only to existing components', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path!,
    )
    expect(references.length).toBeGreaterThan(20)
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], document)
      expect(target, reference).toBeDefined()
    }
  })
})

describe.each(eventTypes)('%s', (type) => {
  const operations = Object.values(document.operations).filter(
    ({ channel }) => channel.$ref === `#/channels/${type}`,
  )
  const servicesThat = (action: string) =>
    operations.filter((one) => one.action === action).map((one) => one['x-service'])

  it('is sent by its owner and received by its subscribers, with its own routing key', () => {
    expect(servicesThat('send')).toEqual([events[type].owner])
    expect(servicesThat('receive').sort()).toEqual([...events[type].subscribers].sort())
    const { address, bindings } = document.channels[type]!
    expect(address).toBe(type)
    expect(bindings?.amqp.exchange.name).toBe(topology.exchange)
  })

  it('has an example that matches its schema', () => {
    const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false })
    const { payload, examples } = document.components.messages[type]!
    const isPayload = ajv.compile({ ...payload, components: document.components })
    expect(isPayload(examples[0]?.payload), JSON.stringify(isPayload.errors)).toBe(true)
    expect(isPayload({ ...exampleEvent(type), data: {} })).toBe(false)
  })
})
