import type { holdOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Descriptions of the operations on holds. */
export const holdTexts: Readonly<Record<keyof typeof holdOperations, OperationText>> = {
  holdSlot: {
    tag: 'Availability',
    text: 'Reserves the time of one agent for a few minutes: of the given agent, or of a member of a queue. A booking or a move with the `holdId` takes the time. For a move, name the appointment: its own time does not block the hold. A customer can hold a time for its own appointment only.',
  },
  getHold: { tag: 'Availability', text: 'Anyone who has the id may read the hold.' },
  extendHold: {
    tag: 'Availability',
    text: 'Restarts the time to live, but never past `extendableUntil`.',
  },
  releaseHold: { tag: 'Availability', text: 'It is not an error if the hold has ended or never existed.' },
}

const id = { id: { description: 'The hold.', example: 'hold_nMvxVd2mQn6uC1zW0Yx4Rg' } }

/** Parameters of the operations on holds. */
export const holdParameters: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  getHold: id,
  extendHold: id,
  releaseHold: id,
}

const ttl =
  'Time to live, at most 30 minutes. It is shortened to 10 minutes for customers and holders of a one-time password, and to 5 minutes for everyone else without a token'

/** Fields of the components about holds. */
export const holdFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  HoldRequest: {
    applicationId: 'The application that offers the time; may be absent beside `appointmentId`',
    serviceTypeId: 'The service type; its queue serves it unless `queueId` or `agentId` is given',
    start: 'Start of the held time',
    duration: 'Length; may be absent if the service type has exactly one, or for a move',
    agentId: 'Holds the time of this agent',
    queueId:
      'Holds the time of a member of this queue; without a token, only that of the service type may be named unless `selfBookingFields` lists `targetAssignment`',
    preferredAgentId: 'The member to hold if it is free',
    followsAppointmentId:
      'An earlier appointment that the caller can reach; its organizer is held if it is free',
    language: 'Only agents who speak this language',
    skills: 'Only agents with all of these skills',
    ttl,
    appointmentId:
      'The appointment to move to this time; it keeps its queue, or its organizer if it has no queue',
  },
  ExtendHoldRequest: { ttl },
  Hold: {
    id: 'Identifies the hold; keep it secret, because anyone who has it may use the hold',
    applicationId: 'The application that offers the time',
    serviceTypeId: 'The service type',
    start: 'Start of the held time',
    end: 'End of the held time',
    duration: 'Length of the held time',
    timezone: 'Time zone in which the application offers times',
    expiresAt: 'When the hold ends unless it is extended',
    extendableUntil: 'When the hold ends for good',
    agentId: 'The agent whose time is held; for staff, or if the application shows agents',
  },
}
