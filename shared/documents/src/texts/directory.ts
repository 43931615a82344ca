import type { directoryOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

const unlessUsed = 'While other entries refer to it, the request is rejected with `IN_USE` and their number.'
const replaces = 'Creates the entry (201) or replaces it (200); absent fields get their defaults.'

/** Descriptions of the operations on the directory. */
export const directoryTexts: Readonly<Record<keyof typeof directoryOperations, OperationText>> = {
  findAgents: {
    tag: 'Directory',
    text: 'All given conditions must hold. Contact data is shown to supervisors, client services and the agent itself.',
  },
  putAgents: {
    tag: 'Directory',
    text: 'Each agent has the fields of a PUT and its `id`, and is written on its own: the response has one result for each agent, in the order of the request. The pointers of faults refer to the body of the request.',
  },
  getAgent: { tag: 'Directory' },
  putAgent: {
    tag: 'Directory',
    text: `${replaces} An agent has either a schedule or hours of its own; with neither it has no regular hours.`,
  },
  removeAgent: {
    tag: 'Directory',
    text: 'Also removes the contact data, memberships, absences and extra hours of the agent.',
  },
  findExceptions: { tag: 'Directory', text: 'Past absences and extra hours are included.' },
  createException: {
    tag: 'Directory',
    text: 'Both ends are instants, or both are date-times without an offset in the time zone of the agent. Instants are returned in UTC. `affected` counts the appointments during an absence; they are not moved.',
  },
  getException: { tag: 'Directory' },
  removeException: { tag: 'Directory' },
  findTeams: { tag: 'Directory' },
  getTeam: { tag: 'Directory' },
  putTeam: { tag: 'Directory', text: `${replaces} Agents name their teams.` },
  removeTeam: { tag: 'Directory', text: unlessUsed },
  findQueues: { tag: 'Directory' },
  getQueue: { tag: 'Directory' },
  putQueue: { tag: 'Directory', text: `${replaces} Agents name their queues.` },
  removeQueue: { tag: 'Directory', text: unlessUsed },
  findQueueMembers: { tag: 'Directory', text: 'Inactive agents are included.' },
  findSchedules: { tag: 'Directory' },
  getSchedule: { tag: 'Directory' },
  putSchedule: { tag: 'Directory', text: `${replaces} It changes the hours of all agents that use it.` },
  removeSchedule: { tag: 'Directory', text: unlessUsed },
  findHolidayCalendars: { tag: 'Directory' },
  getHolidayCalendar: { tag: 'Directory' },
  putHolidayCalendar: { tag: 'Directory', text: replaces },
  removeHolidayCalendar: { tag: 'Directory', text: unlessUsed },
  findServiceTypes: { tag: 'Directory' },
  getServiceType: { tag: 'Directory' },
  putServiceType: {
    tag: 'Directory',
    text: `${replaces} The queue must belong to the organization of the application.`,
  },
  removeServiceType: { tag: 'Directory' },
}

export const organizationId = {
  description:
    'The organization that owns the entries of the directory, if the token names none; an organization other than that of the token is 404. If neither names one, the entries are those without an organization.',
  example: 'org-1',
}
const q = {
  description: 'Only entries whose id or name begins with this text, ignoring case.',
  example: 'adv',
}
const agentId = { description: 'The agent, by its user id.', example: 'agent-7' }
const byName = { description: 'Field to sort by: `id` or `name`.', example: 'id' }

const entries = (id: ParameterText) => ({ organizationId, q, id, sortField: byName })
const kinds = {
  Team: entries({ description: 'The team.', example: 'berlin' }),
  Queue: entries({ description: 'The queue.', example: 'advice' }),
  Schedule: entries({ description: 'The schedule.', example: 'weekdays' }),
  HolidayCalendar: entries({ description: 'The holiday calendar.', example: 'berlin' }),
}
const serviceType = {
  applicationId: { description: 'The application.', example: 'demo' },
  id: { description: 'The service type.', example: 'consultation' },
  q,
  sortField: byName,
}
const agents = { agentId, organizationId }
const exceptions = {
  ...agents,
  id: {
    description: 'The absence or the extra hours.',
    example: '0197f5c9-4e53-7d77-a044-1b2c3d4e5f60',
  },
  sortField: { description: 'Field to sort by: `from` or `createdAt`.', example: 'from' },
}

/** Parameters of the operations on the directory. */
export const directoryParameters: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  findAgents: {
    ...agents,
    q,
    teamId: { description: 'Only members of this team.', example: 'berlin' },
    queueId: { description: 'Only members of this queue.', example: 'advice' },
    skill: { description: 'Only agents with this skill.', example: 'mortgages' },
    language: { description: 'Only agents who speak this language.', example: 'de' },
    active: { description: 'Only active or only inactive agents.', example: true },
    known: {
      description:
        'With `false`, lists ids without an entry that have appointments or holds which are not over. With `true`, the default, lists the entries.',
      example: true,
    },
    sortField: { description: 'Field to sort by: `id` or `displayName`.', example: 'id' },
  },
  putAgents: agents,
  getAgent: agents,
  putAgent: agents,
  removeAgent: agents,
  findExceptions: exceptions,
  createException: exceptions,
  getException: exceptions,
  removeException: exceptions,
  ...Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, texts]) =>
      ['find', 'get', 'put', 'remove'].map((verb) => [`${verb}${kind}${verb === 'find' ? 's' : ''}`, texts]),
    ),
  ),
  findQueueMembers: {
    ...kinds.Queue,
    q: { description: 'Only agents whose id or name begins with this text, ignoring case.', example: 'an' },
    sortField: { description: 'Field to sort by: `agentId` or `displayName`.', example: 'agentId' },
  },
  findServiceTypes: serviceType,
  getServiceType: serviceType,
  putServiceType: serviceType,
  removeServiceType: serviceType,
}

const stored = { id: 'Identifies the entry', organizationId: 'The organization that the entry belongs to' }

const agentFields = {
  ...stored,
  id: 'User id of the agent',
  displayName: 'Name that customers see',
  email: 'E-mail address',
  phone: 'Phone number with its country code, stored as E.164',
  timezone: 'Time zone of the agent, an IANA name',
  languages: 'Languages that the agent speaks, as BCP 47 tags',
  skills: 'Lower-case words that queues and service types can require',
  teamIds: 'Teams of the agent',
  queues: 'Queues of the agent',
  'queues.queueId': 'The queue',
  'queues.weight': 'Share of the appointments compared with the other members',
  scheduleId: 'A shared schedule, instead of `hours`',
  hours: 'Hours of its own, instead of `scheduleId`; overlapping entries merge',
  holidayCalendarId: 'Holidays of the agent, instead of those of the application',
  maxPerDay: 'Maximum number of appointments that start on one day of the agent',
  maxPerWeek: 'Maximum number of appointments that start in one ISO week of the agent',
  active: 'Whether the agent takes appointments',
  managesOwnAbsence: 'Whether the agent may record its own absences',
}
const scheduleFields = {
  ...stored,
  name: 'Name of the schedule',
  timezone: 'Time zone of the hours, an IANA name; if absent, the zone of each agent',
  hours: 'Working hours; overlapping entries merge',
}
const holidayCalendarFields = {
  ...stored,
  name: 'Name of the calendar',
  timezone: 'Time zone of the days, an IANA name',
  days: 'Holidays, each date once',
  'days.date': 'The date',
  'days.name': 'Name of the holiday',
  'days.open': 'Reduced hours; if absent, closed',
  'days.open.from': 'Start of the hours',
  'days.open.to': 'End of the hours',
}
const queueFields = {
  ...stored,
  name: 'Name of the queue',
  requires: 'Skills and languages that members must have to be offered',
  strategy: 'How free members are ranked',
  assign: 'When a member becomes organizer',
  'assign.when': 'At the booking, or some time before the start',
  'assign.lead': 'How long before the start, for `BEFORE_START`',
}
const serviceTypeFields = {
  id: 'Identifies the service type',
  applicationId: 'The application that offers it',
  name: 'Name of the service type',
  names: 'The name by language',
  description: 'Description for customers',
  active: 'Whether it can be booked',
  bookableBy: 'Whether only staff or anyone can book it',
  durations: 'Durations that can be chosen',
  queueId: 'The queue whose members serve it',
  requires: 'Skills and languages that agents must have, in addition to the requirements of the queue',
  channel: 'How meetings take place, unless the booking has a `place`',
  title: 'Subject of its appointments',
  routing: 'Routing of its appointments',
  intake: 'Questions that are asked when it is booked',
  perAgentMaxPerDay: 'Maximum number of its appointments for one agent that start on one day',
  granularity: 'Distance between possible starts',
  alignmentOffset: 'Distance of the first possible start from midnight',
  minNotice: 'Shortest time between now and the start; does not limit agents and supervisors',
  horizon: 'Longest time between now and the start; does not limit agents and supervisors',
  bufferBefore: 'Time before the appointment that stays free',
  bufferAfter: 'Time after the appointment that stays free',
  timezone: 'Time zone of possible starts, an IANA name',
}
const exceptionFields = {
  id: 'Identifies the absence or the extra hours',
  agentId: 'User id of the agent',
  type: 'Kind of exception from the regular hours',
  from: 'Start: an instant, or a date and time in the zone of the agent',
  until: 'End, exclusive; written like the start',
  reason: 'Reason, for staff',
}

/** Fields of the components of the directory. */
export const directoryFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Agent: agentFields,
  AgentRequest: agentFields,
  UnknownAgent: {
    id: 'User id of the agent',
    organizationId: 'The organization whose appointments name the agent',
  },
  AgentBatch: { agents: 'The agents, each with its `id` and the fields of a PUT' },
  AgentBatchResults: {
    results: 'One result for each agent, in the order of the request',
    'results.agentId': 'User id of the agent; absent if it is not valid',
    'results.status': 'Status that a PUT would have had',
    'results.code': 'Code of the problem, if there was one',
    'results.errors': 'Faults of the agent',
    'results.errors.pointer': 'Place of the fault in the request, a JSON pointer',
    'results.errors.code': 'Code of the fault',
    'results.errors.message': 'Description of the fault',
  },
  AgentRequirements: {
    skills: 'All of these skills',
    languages: 'All of these languages, as BCP 47 tags',
  },
  WorkingHours: {
    days: 'Days of the week on which the hours begin',
    from: 'Wall-clock time at which the hours begin',
    to: 'Wall-clock time at which the hours end, up to 24:00; a time before `from` is on the next day',
    validFrom: 'First date on which the hours apply',
    validUntil: 'Last date on which the hours apply',
  },
  Schedule: scheduleFields,
  WorkScheduleRequest: scheduleFields,
  HolidayCalendar: holidayCalendarFields,
  HolidayCalendarRequest: holidayCalendarFields,
  Team: { ...stored, name: 'Name of the team' },
  TeamRequest: { name: 'Name of the team' },
  Queue: queueFields,
  QueueRequest: queueFields,
  QueueMember: {
    agentId: 'User id of the agent',
    displayName: 'Name that customers see',
    active: 'Whether the agent takes appointments',
    weight: 'Share of the appointments compared with the other members',
    joinedAt: 'Time at which the agent joined the queue',
  },
  ServiceType: serviceTypeFields,
  OfferedServiceType: serviceTypeFields,
  ServiceTypeRequest: serviceTypeFields,
  ServiceTypeRouting: { type: 'The channel', properties: 'The target in the channel' },
  IntakeQuestion: {
    id: 'Identifies the question',
    label: 'The question',
    type: 'Kind of answer',
    required: 'Whether an answer is required',
    choices: 'Possible answers, for `CHOICE`',
    maxLength: 'Maximum length of the answer, for `TEXT`',
  },
  Exception: exceptionFields,
  ExceptionCreated: exceptionFields,
  ExceptionRequest: exceptionFields,
}
