import { z } from 'zod'
import { clearable, line, textMap } from './fields.ts'
import { variants } from './variants.ts'

export const chatModes = ['vendora-cloud', 'vendora-web-messaging', 'vendorb-digital-connect'] as const
const chatMode = z.enum(chatModes)

/** Routing of an interaction into a contact-centre channel (docs/contract/participants.md#routing). */
export const routingRequest = variants('type', [
  z.object({
    type: z.literal('VENDORA_CLOUD_FLOW'),
    properties: z
      .object({ deploymentId: line(255).min(1).optional(), chatMode: chatMode.optional() })
      .default({}),
  }),
  z.object({
    type: z.literal('VENDORB_DIGITAL_CONNECT'),
    properties: z
      .object({ touchpointId: line(255).min(1).optional(), chatMode: chatMode.optional() })
      .default({}),
  }),
]).meta({ id: 'RoutingRequest' })
export type RoutingRequest = z.output<typeof routingRequest>

export const routing = z
  .object({
    type: z.enum(['VENDORA_CLOUD_FLOW', 'VENDORB_DIGITAL_CONNECT']),
    properties: z.object({
      deploymentId: z.string().optional(),
      touchpointId: z.string().optional(),
      chatMode,
    }),
  })
  .meta({ id: 'Routing' })
export type Routing = z.infer<typeof routing>

export const routingDefaults = z.strictObject({
  VENDORA_CLOUD_FLOW: z.strictObject({ deploymentId: line(255).min(1) }).optional(),
  VENDORB_DIGITAL_CONNECT: z.strictObject({ touchpointId: line(255).min(1) }).optional(),
})
export type RoutingDefaults = z.infer<typeof routingDefaults>

export const interactionStates = ['PENDING', 'ACCEPTED', 'FAILED', 'COMPLETED', 'CANCELLED'] as const

/** The routing interaction of an appointment, as stored, published and returned. */
export const interaction = z
  .object({
    customFields: z.record(z.string(), z.string()),
    properties: z.record(z.string(), z.string()),
    routing: routing.optional(),
    state: z.enum(interactionStates),
  })
  .meta({ id: 'InteractionData' })
export type Interaction = z.infer<typeof interaction>

/** The interaction in responses; custom fields are visible to staff only. */
export const seenInteraction = interaction
  .extend({ customFields: interaction.shape.customFields.optional() })
  .meta({ id: 'InteractionData' })
export type SeenInteraction = z.infer<typeof seenInteraction>

/** Interaction of a request; absent parts keep the stored value. */
export const interactionRequest = z
  .object({ customFields: clearable(textMap).optional(), routing: clearable(routingRequest).optional() })
  .meta({ id: 'InteractionRequest' })
export type InteractionRequest = z.output<typeof interactionRequest>
