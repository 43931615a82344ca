import { MOST_DAYS, SLOTS, type availabilityOperations } from '@appointments/contracts'
import { organizationId } from './directory.ts'
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
  findNextSlots: {
    tag: 'Availability',
    text: `${rule} If no slots follow before the horizon, the list is empty.`,
  },
  findOfferedServiceTypes: {
    tag: 'Availability',
    text: 'Active service types only. Without a token: those that anyone may book, without queue, requirements and routing.',
  },
  checkAvailability: {
    tag: 'Availability',
    text: 'Lists at most 50 agents, those who offer the time first. Agents see the ids of their own appointments only.',
  },
  findFreeBusy: {
    tag: 'Availability',
    text: 'Busy times are listed one by one and may overlap. Agents see the ids of their own appointments only.',
  },
  findAffectedAppointments: {
    tag: 'Availability',
    text: 'Appointments stay as they are when the calendar of their agent changes, or when the agent leaves; this list says which need attention.',
  },
}

const appointmentId = {
  description:
    'The appointment to move. Its service type, duration, and queue or agent apply; its own time does not block it. It replaces the application and the target.',
  example: '018f6f6e-7a5f-7c3d-8b1a-2f4e6d8c0a12',
}

const offers = {
  appointmentId,
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
  findOfferedServiceTypes: {
    applicationId: { description: 'The application whose service types are listed.', example: 'demo' },
  },
  findFreeBusy: {
    applicationId: {
      description: 'The application whose holidays apply to agents without a holiday calendar of their own.',
      example: 'demo',
    },
    organizationId,
    agentId: { description: 'At most 50 agents.', example: ['agent-7'] },
    from: offers.from,
    to: windowEnd(MOST_DAYS.slots),
    timezone: { description: 'Time zone of dates, UTC by default.', example: 'Europe/Berlin' },
  },
  findAffectedAppointments: {
    organizationId,
    agentId: { description: 'Appointments of this agent.', example: 'agent-7' },
    teamId: { description: 'Appointments of the members of this team.', example: 'north' },
    queueId: { description: 'Appointments of this queue and of its members.', example: 'advice' },
    exceptionId: {
      description: 'Appointments of its agent during this absence; `from` and `to` have no effect.',
      example: '018f6f6e-7a5f-7c3d-8b1a-2f4e6d8c0a12',
    },
    from: {
      ...offers.from,
      description: 'Start of the window: an instant or a date in UTC. Now by default.',
    },
    to: windowEnd(MOST_DAYS.days),
    sortField: { description: 'Field to sort by: `start`.', example: 'start' },
  },
}

const reader = {
  policy: 'What happens to a booking outside the calendar: nothing, a warning, or a rejection',
  timezone: 'Time zone of `local` and of days',
  duration: 'Length of the appointments',
}

/** Fields of the components of the reads of slots. */
export const availabilityFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Slot: {
    local: 'The start on the wall clock of `timezone`',
    agents:
      'At most 50 agents who can serve the slot: ids if staff ask for them; id and name without a token if the application shows agents',
    'agents.id': 'The agent',
    'agents.displayName': 'Name of the agent',
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
  OfferedServiceTypes: { serviceTypes: 'Service types by id' },
  AvailabilityCheckRequest: {
    applicationId: 'The application; may be absent beside `appointmentId`',
    appointmentId: 'The appointment that is to be moved',
    serviceTypeId: 'The service type; its queue serves it unless `queueId` or `agentId` is given',
    queueId:
      'Checks the members of this queue; if `agentId` is also given, checks whether the agent is a member',
    agentId: 'Checks this agent alone',
    start: 'The start to check',
    duration: 'Length of the appointment; may be absent if the service type has exactly one',
    language: 'Only agents who speak this language',
    skills: 'Only agents with all of these skills',
  },
  AvailabilityCheck: {
    offered: 'Whether at least one agent offers the time',
    reasons: 'Why the time is not offered: the reasons of all agents',
    agents: 'At most 50 agents, those who offer the time first',
  },
  AgentAvailability: {
    agentId: 'The agent',
    offered: 'Whether the agent offers the time',
    reasons:
      'Why the agent does not offer the time; a reason includes the period that causes it, if there is one',
    'reasons.code': 'The reason',
    'reasons.from': 'Start of the period that causes the reason',
    'reasons.until': 'End of the period that causes the reason',
    'reasons.appointmentId': 'The appointment that causes the reason, if the caller may see it',
  },
  FreeBusy: {
    agents: 'Agents in the order of the request',
    'agents.agentId': 'The agent',
    'agents.open': 'Working hours and extra hours, without holidays and absences',
    'agents.open.from': 'Start',
    'agents.open.until': 'End',
    'agents.busy': 'Occupied times with buffers, absences, and holidays during working hours, by start',
    'agents.busy.from': 'Start',
    'agents.busy.until': 'End',
    'agents.busy.kind':
      'What occupies the time; RESERVATION is an appointment whose agent is confirmed later',
    'agents.busy.appointmentId': 'The appointment, if the caller may see it',
  },
  AffectedAppointment: {
    appointmentId: 'The appointment',
    applicationId: 'Its application',
    agentId: 'The agent who is not open for it',
    queueId: 'The queue that it was booked for',
    start: 'Start of the appointment',
    end: 'End of the appointment',
    timezone: 'Time zone of the agent; UTC for an agent that the directory does not have',
    kind: 'ASSIGNED, or RESERVED if the agent is confirmed later',
    reasons: 'Why the agent is not open for it',
  },
}
