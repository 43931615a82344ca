import { completeRouting } from '@appointments/appointment'
import {
  problem,
  type Actor,
  type Interaction,
  type InteractionRequest,
  type RoutingDefaults,
} from '@appointments/contracts'

/*
 * The states of the interaction: PENDING → ACCEPTED → COMPLETED, and FAILED and CANCELLED beside them.
 * `properties` tell what led to the state the interaction is in now.
 */

const refuseState = ({ state }: Interaction) =>
  problem('INVALID_STATE', { detail: `The interaction is ${state}`, extensions: { interactionState: state } })

/**
 * Accepted by an agent; by the same agent again it stays as it is.
 * @throws Problem INTERACTION_ALREADY_ACCEPTED by another agent
 * @throws Problem INVALID_STATE where it is COMPLETED or CANCELLED
 */
export function accepted(interaction: Interaction, agentId: string, now: Date): Interaction {
  if (interaction.state === 'ACCEPTED') {
    if (interaction.properties.acceptedBy === agentId) return interaction
    throw problem('INTERACTION_ALREADY_ACCEPTED')
  }
  if (interaction.state !== 'PENDING' && interaction.state !== 'FAILED') throw refuseState(interaction)
  return {
    ...interaction,
    state: 'ACCEPTED',
    properties: { acceptedBy: agentId, acceptedAt: now.toISOString() },
  }
}

export interface Failure {
  systemMessage?: string | undefined
  userMessage?: string | undefined
}

/**
 * Failed, with what is known of the reason; a second failure replaces the first one's messages.
 * @throws Problem INVALID_STATE where it is COMPLETED or CANCELLED
 */
export function failed(
  interaction: Interaction,
  { systemMessage, userMessage }: Failure,
  actor: Actor,
  now: Date,
): Interaction {
  if (interaction.state === 'COMPLETED' || interaction.state === 'CANCELLED') throw refuseState(interaction)
  const failedBy = actor.id ?? actor.role
  return {
    ...interaction,
    state: 'FAILED',
    properties: {
      ...(systemMessage !== undefined && { systemMessage }),
      ...(userMessage !== undefined && { userMessage }),
      ...(failedBy !== undefined && { failedBy }),
      failedAt: now.toISOString(),
    },
  }
}

/**
 * With another routing or channel context, and waiting to be accepted again; absent parts keep what is stored.
 * @throws Problem INVALID_STATE where it is ACCEPTED, COMPLETED or CANCELLED
 * @throws Problem ROUTING_INCOMPLETE where neither request nor application names the target
 */
export function updated(
  interaction: Interaction,
  request: InteractionRequest,
  defaults: RoutingDefaults,
): Interaction {
  if (interaction.state !== 'PENDING' && interaction.state !== 'FAILED') throw refuseState(interaction)
  const { routing: stored, ...rest } = interaction
  const routing =
    request.routing === undefined ? stored : request.routing && completeRouting(request.routing, defaults)
  return {
    ...rest,
    ...(request.customFields !== undefined && { customFields: request.customFields ?? {} }),
    ...(routing && { routing }),
    properties: {},
    state: 'PENDING',
  }
}

/** Waiting to be accepted once more; what nobody took up, or what is over, stays as it is. */
export const reopened = (interaction: Interaction): Interaction =>
  interaction.state === 'ACCEPTED' || interaction.state === 'FAILED'
    ? { ...interaction, state: 'PENDING', properties: {} }
    : interaction

/** Completed, where somebody had accepted it. */
export const completed = (interaction: Interaction): Interaction =>
  interaction.state === 'ACCEPTED' ? { ...interaction, state: 'COMPLETED' } : interaction

/** Accepted again, because the meeting goes on; what was not completed stays as it is. */
export const resumed = (interaction: Interaction): Interaction =>
  interaction.state === 'COMPLETED' ? { ...interaction, state: 'ACCEPTED' } : interaction

/** Cancelled with the appointment; what was completed stays completed. */
export const cancelled = (interaction: Interaction): Interaction =>
  interaction.state === 'COMPLETED' ? interaction : { ...interaction, state: 'CANCELLED' }
