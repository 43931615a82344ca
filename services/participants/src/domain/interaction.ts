import { completeRouting } from '@appointments/appointment'
import {
  problem,
  type Actor,
  type Interaction,
  type InteractionRequest,
  type RoutingDefaults,
} from '@appointments/contracts'

/*
 * The states of the interaction: PENDING → ACCEPTED → COMPLETED, and also FAILED and CANCELLED. `properties` hold the
 * reason for the current state.
 */

const invalidState = ({ state }: Interaction) =>
  problem('INVALID_STATE', { detail: `The interaction is ${state}`, extensions: { interactionState: state } })

/**
 * The interaction, accepted by an agent; unchanged if the same agent has accepted it already.
 * @throws Problem INTERACTION_ALREADY_ACCEPTED if another agent has accepted it
 * @throws Problem INVALID_STATE if it is COMPLETED or CANCELLED
 */
export function accepted(interaction: Interaction, agentId: string, now: Date): Interaction {
  if (interaction.state === 'ACCEPTED') {
    if (interaction.properties.acceptedBy === agentId) return interaction
    throw problem('INTERACTION_ALREADY_ACCEPTED')
  }
  if (interaction.state !== 'PENDING' && interaction.state !== 'FAILED') throw invalidState(interaction)
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
 * The failed interaction, with the messages, the author and the time of the failure instead of those of an earlier one.
 * @throws Problem INVALID_STATE if it is COMPLETED or CANCELLED
 */
export function failed(
  interaction: Interaction,
  { systemMessage, userMessage }: Failure,
  actor: Actor,
  now: Date,
): Interaction {
  if (interaction.state === 'COMPLETED' || interaction.state === 'CANCELLED') throw invalidState(interaction)
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
 * The interaction with another routing or channel context, pending again. Absent parts keep their stored values.
 * @throws Problem INVALID_STATE if it is ACCEPTED, COMPLETED or CANCELLED
 * @throws Problem ROUTING_INCOMPLETE if neither the request nor the application names the target
 */
export function updated(
  interaction: Interaction,
  request: InteractionRequest,
  defaults: RoutingDefaults,
): Interaction {
  if (interaction.state !== 'PENDING' && interaction.state !== 'FAILED') throw invalidState(interaction)
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

/** Pending again if it was accepted or has failed; otherwise unchanged. */
export const reopened = (interaction: Interaction): Interaction =>
  interaction.state === 'ACCEPTED' || interaction.state === 'FAILED'
    ? { ...interaction, state: 'PENDING', properties: {} }
    : interaction

/** Completed if an agent had accepted it; otherwise unchanged. */
export const completed = (interaction: Interaction): Interaction =>
  interaction.state === 'ACCEPTED' ? { ...interaction, state: 'COMPLETED' } : interaction

/** Accepted again if it was completed, because the meeting goes on; otherwise unchanged. */
export const resumed = (interaction: Interaction): Interaction =>
  interaction.state === 'COMPLETED' ? { ...interaction, state: 'ACCEPTED' } : interaction

/** Cancelled with the appointment, unless it was completed. */
export const cancelled = (interaction: Interaction): Interaction =>
  interaction.state === 'COMPLETED' ? interaction : { ...interaction, state: 'CANCELLED' }
