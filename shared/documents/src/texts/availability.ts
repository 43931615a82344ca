import { MOST_DAYS, SLOTS, type availabilityOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

const rule =
  'A slot is offered if at least one agent is open for its whole length and is not occupied, buffers included. Notice and horizon do not limit agents and supervisors.'

/** Descriptions of the reads of slots. */
export const availabilityTexts: Readonly<Record<keyof typeof availabilityOperations, OperationText>> = {
  findSlots: {
    tag: 'Availability',
    text: `${rule} If more slots follow, \`nextFrom\` is the \`from\` of the next page.`,
  },
  findSlotDays: { tag: 'Availability', text: `${rule} Days are those of \`timezone\`.` },
  findNextSlots: { tag: 'Availability', text: `${rule} No slots before the horizon is an empty list.` },
}

const offers = {
  applicationId: { description: 'The application that offers the appointments.', example: 'demo' },
  serviceTypeId: {
    description: 'The service type; its queue serves it unless `queueId` or `agentId` is given.',
    example: 'consultation',
  },
  queueId: { description: 'Slots of the members of this queue.', example: 'advice' },
  agentId: { description: 'Slots of this agent alone.', example: 'agent-7' },
  duration: {
    description: 'Length of the appointment; may be absent if the service type has exactly one.',
    example: 'PT30M',
  },
  from: {
    description:
      'Start of the window: an instant, or a date, which means its first instant in `timezone`. Now by default.',
    example: '2027-04-01',
  },
  timezone: {
    description:
      'Time zone of dates and of `local`; by default that of the service type, else that of the application, else UTC.',
    example: 'Europe/Berlin',
  },
  language: { description: 'Only agents who speak this language.', example: 'de' },
  skills: { description: 'Only agents with all of these skills.', example: ['mortgages'] },
  include: {
    description: 'Adds to each slot the ids of at most 50 agents who can serve it, or their number.',
    example: ['capacity'],
  },
}
const windowEnd = (days: number) => ({
  description: `End of the window, excluded: a date or an instant, at most ${days} days after \`from\`. By default seven days after it.`,
  example: '2027-04-08',
})

/** Parameters of the reads of slots. */
export const availabilityParameters: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  findSlots: {
    ...offers,
    to: windowEnd(MOST_DAYS.slots),
    limit: { description: `Maximum number of slots, ${SLOTS.default} by default.`, example: 50 },
  },
  findSlotDays: { ...offers, to: windowEnd(MOST_DAYS.days) },
  findNextSlots: { ...offers, limit: { description: 'Maximum number of slots, 1 by default.', example: 3 } },
}

const reader = {
  timezone: 'Time zone of `local` and of days',
  duration: 'Length of the appointments',
}

/** Fields of the components of the reads of slots. */
export const availabilityFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Slot: {
    local: 'The start on the wall clock of `timezone`',
    agents: 'Ids of at most 50 agents who can serve the slot, if asked for',
    capacity: 'Number of agents who can serve the slot, if asked for',
  },
  SlotList: {
    ...reader,
    slots: 'Slots in order',
    nextFrom: 'Start of the next slot, if more follow: the `from` of the next page',
  },
  NextSlotList: { ...reader, slots: 'Slots in order' },
  SlotDayList: {
    ...reader,
    days: 'Days that have slots, in order',
    'days.date': 'The day in `timezone`',
    'days.count': 'Number of slots that start on the day',
    'days.first': 'Start of the first slot',
  },
}
