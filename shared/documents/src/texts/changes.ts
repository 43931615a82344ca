import type { changeOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Descriptions of the operations on changes. */
export const changeTexts: Readonly<Record<keyof typeof changeOperations, OperationText>> = {
  findChanges: {
    tag: 'Changes',
    text: 'Contains the changes of the appointments that the caller may list, each with the current appointment. Without `cursor` and `since`, the page is empty and `nextCursor` marks the present: keep it, read the list, then read the changes after it. An appointment that leaves the scope of the caller is reported once with `inScope: false`. With `wait`, the response is delayed until there is a change or the time is up.',
  },
  followChanges: {
    tag: 'Changes',
    text: 'Each event `change` has a `Change` as its data and a cursor as its id. A client that reconnects with `Last-Event-ID` or `cursor` gets every change since then. A comment every 15 seconds shows that the connection is alive. An event `end` says why the stream ends: `DRAINING` if the server stops, `TOO_SLOW` if the client has left more than 256 kB unread. The stream ends when the token expires.',
  },
}

const filters = {
  cursor: {
    description: 'The `nextCursor` of the previous response, or the id of an event, with the same filters.',
    example: '8f2.tk3l9z.Jc0yHqvB1u5b',
  },
  applicationId: { description: 'Only changes in this application.', example: 'demo' },
  agentId: {
    description:
      'Only changes of the appointments of this agent, including the change by which an appointment stops being one of them.',
    example: 'agent-7',
  },
  type: { description: 'Only these events.', example: ['APRescheduledEvent', 'APCancelledEvent'] },
}

/** Parameters of the operations on changes. */
export const changeParameters: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  findTimeline: {
    cursor: {
      description: 'The `nextCursor` of the previous page.',
      example: 'e8.Jc0yHqvB1u5b',
    },
    limit: { description: 'Number of changes on a page, at most 200; 50 by default.', example: 50 },
  },
  findChanges: {
    ...filters,
    since: {
      description:
        'Begins with the first change made at this time or later; a few earlier ones may follow it.',
      example: '2026-12-02T10:00:00Z',
    },
    wait: { description: 'How long the response may wait for a change, at most `PT25S`.', example: 'PT20S' },
    limit: { description: 'Number of changes, at most 200; 50 by default.', example: 50 },
  },
  followChanges: filters,
}

const changeOf = {
  type: 'The event that reports the change',
  version: 'Version of the appointment after the change',
  at: 'Time of the change',
  actor: 'Who made the change',
  changed: 'What changed',
}
const nextCursor = 'Continues after this page'

/** Fields of the components about changes. */
export const changeFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Change: {
    ...changeOf,
    actor: 'Who made the change; absent if the appointment is out of scope',
    inScope: 'False if the caller no longer sees the appointment, or if it was removed',
    appointment: 'The current appointment, which may be newer than the change; absent if it is out of scope',
  },
  ChangePage: { nextCursor, hasMore: 'Whether more changes may already be available' },
  TimelineEntry: {
    ...changeOf,
    id: 'The change',
    reason: 'Reason for the change, if the caller gave one or the system knows it',
  },
  TimelinePage: { nextCursor: `${nextCursor}; absent on the last page` },
  ChangeActor: {
    id: 'An agent or user, or the participant id of a customer',
    displayName: 'Name of the agent in the directory',
    role: 'Its role',
    via: "How the change was requested: with a token of the API, through a customer's link, or by the system itself",
  },
  ChangedPart: {
    name: 'Name of the field, or `agents`, `organizer`, `customers`, `presence`',
    participantId: 'The participant, if the part belongs to one',
    from: 'The value before the change; only for times, states and agents',
    to: 'The value after the change; only for times, states and agents',
  },
  NamedAgent: { id: 'The agent', displayName: 'Name of the agent in the directory' },
}
