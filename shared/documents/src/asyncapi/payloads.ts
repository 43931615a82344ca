import { z } from 'zod'
import {
  actor,
  appointmentSnapshot,
  cloudEvent,
  customerRecord,
  events,
  eventTypes,
  oneOffMessage,
  rosterSnapshot,
  webhookPayloads,
  webhookPing,
  type EventType,
} from '@appointments/contracts'
import { createSchema } from 'zod-openapi'
import { schemaOptions } from '../schemas/schema-options.ts'
import { withFieldTexts } from '../schemas/with-field-texts.ts'

const envelopeOf = (type: EventType) =>
  cloudEvent.extend({
    type: z.literal(type),
    time: z.string().meta({ format: 'date-time' }),
    data: events[type].data,
  })

const all = z.object({
  ...Object.fromEntries(eventTypes.map((type) => [type, envelopeOf(type)])),
  oneOff: oneOffMessage,
  ...webhookPayloads,
  ping: webhookPing,
})

/** All payloads as JSON Schema, and the schemas that they share. */
export function payloadSchemas() {
  const { schema, components } = createSchema(all, {
    io: 'output',
    schemaRefPath: '#/components/schemas/',
    schemaComponents: {
      AppointmentSnapshot: appointmentSnapshot,
      RosterSnapshot: rosterSnapshot,
      CustomerRecord: customerRecord,
      Actor: actor,
    },
    opts: schemaOptions,
  })
  const { properties } = schema as { properties: Record<string, object> }
  const { oneOff = {}, ping = {}, ...ofMessages } = properties
  return { ofMessages, oneOff, ping, shared: withFieldTexts(components) }
}
