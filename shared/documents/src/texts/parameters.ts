import {
  appointmentSortFields,
  limits,
  notificationSortFields,
  webhookDeliverySortFields,
} from '@appointments/contracts'
import { exampleIds } from '../examples/appointment.ts'

export interface ParameterText {
  description: string
  example: unknown
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** Parameters by name; the same name means the same in every operation that is not listed below. */
const everywhere: Readonly<Record<string, ParameterText>> = {
  id: { description: 'The appointment.', example: exampleIds.appointment },
  participantId: { description: 'The participant of the appointment.', example: exampleIds.customer },
  notificationId: { description: 'The notification of the appointment.', example: exampleIds.notification },
  applicationId: { description: 'The application the appointments belong to.', example: 'demo' },
  organizationId: {
    description: 'The organization that owns the application; any other one counts nothing.',
    example: 'org-1',
  },
  pageNumber: { description: 'Which page, counted from 1.', example: 1 },
  pageSize: {
    description: `Elements of a page: ${limits.defaultPageSize} unless given, and never more than ${limits.pageSize}.`,
    example: 20,
  },
  sortOrder: { description: 'Rising (`asc`) or falling (`desc`).', example: 'asc' },
}

const historyFilters: Readonly<Record<string, ParameterText>> = {
  type: { description: 'Only these types, in any case.', example: ['REMINDER'] },
  channel: { description: 'Only these channels, in any case.', example: ['EMAIL'] },
  status: { description: 'Only these statuses, in any case.', example: ['FAILED'] },
  sortField: {
    description: `What to sort by: ${quoted(notificationSortFields)}. \`createdAt\`, newest first, unless given.`,
    example: 'createdAt',
  },
}

const templateOf = {
  applicationId: { description: 'The application.', example: 'demo' },
  key: { description: 'The template, as `templateKey` names it.', example: 'visit' },
}
const suppressionOf = {
  applicationId: { description: 'The application.', example: 'demo' },
  suppressionId: { description: 'The suppression.', example: 'sup_0197f5c7-2c31-7b55-9e22-8f7e6d5c4b3a' },
}
const endpoint = { id: { description: 'The webhook endpoint.', example: exampleIds.webhookEndpoint } }

/** Parameters that mean something of their own in one operation. */
const inOperation: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  findAppointments: {
    applicationId: { description: 'Only appointments of this application.', example: 'demo' },
    organizerId: {
      description:
        'Only appointments these agents organize. Heeded for supervisors, and only without `agentId`, which takes its place: use that one.',
      example: ['agent-7'],
    },
    agentId: {
      description:
        'Only appointments these agents organize or take part in. Agents the application restricts see their own whatever they send.',
      example: ['agent-7'],
    },
    duration: {
      description: 'Only appointments of these lengths; `PT1H` and `PT60M` are the same length.',
      example: ['PT30M'],
    },
    range: {
      description:
        'Only appointments that start between two instants, the first included, the second not. A date alone is the start of that day in UTC.',
      example: ['2027-01-09T00:00:00Z', '2027-01-10T00:00:00Z'],
    },
    sortField: {
      description: `What to sort by: ${quoted(appointmentSortFields)}. \`start\`, earliest first, unless given.`,
      example: 'start',
    },
  },
  countAppointments: {
    start: { description: 'First instant of the time frame.', example: '2027-01-09T00:00:00Z' },
    timeFrame: { description: 'Length of the time frame.', example: 'P1D' },
  },
  countOverlaps: {
    start: { description: 'First instant of the range.', example: '2027-01-09T09:00:00Z' },
    duration: { description: 'Length of the range.', example: 'PT30M' },
  },
  findEligibleAppointments: {
    timeFrame: {
      description: 'Only appointments that start within this time from now; all of them unless given.',
      example: 'P1D',
    },
  },
  setParticipantState: {
    state: {
      description: 'What the participant does now. Nothing changes where it is left out.',
      example: 'JOINED',
    },
  },
  failInteraction: {
    systemMessage: { description: 'What went wrong, for operators.', example: 'Upstream queue timed out' },
    userMessage: {
      description: 'What the customer may be told.',
      example: 'We could not reach an agent, please try again.',
    },
  },
  findNotifications: historyFilters,
  findAppointmentNotificationEvents: historyFilters,
  findNotificationEvents: historyFilters,
  getApplication: { applicationId: { description: 'The application.', example: 'demo' } },
  patchApplication: { applicationId: { description: 'The application.', example: 'demo' } },
  findApplications: { sortField: { description: 'What to sort by: `id`.', example: 'id' } },
  putApplication: { applicationId: { description: 'The application.', example: 'demo' } },
  findWebhookEndpoints: {
    applicationId: { description: 'Only endpoints of this application.', example: 'demo' },
    sortField: {
      description: 'What to sort by: `createdAt` or `id`.',
      example: 'createdAt',
    },
  },
  findSuppressions: {
    ...suppressionOf,
    channel: { description: 'Only these channels.', example: ['SMS'] },
    reason: { description: 'Only these reasons.', example: ['STOP'] },
    sortField: { description: 'What to sort by: `createdAt`.', example: 'createdAt' },
  },
  lookUpSuppressions: suppressionOf,
  addSuppression: suppressionOf,
  removeSuppression: suppressionOf,
  findMessageTemplates: {
    ...templateOf,
    sortField: { description: 'What to sort by: `createdAt` or `key`.', example: 'createdAt' },
  },
  getMessageTemplate: templateOf,
  putMessageTemplate: templateOf,
  removeMessageTemplate: templateOf,
  previewMessageTemplate: templateOf,
  getWebhookEndpoint: endpoint,
  updateWebhookEndpoint: endpoint,
  removeWebhookEndpoint: endpoint,
  rotateWebhookSecret: endpoint,
  testWebhookEndpoint: endpoint,
  findWebhookDeliveries: {
    ...endpoint,
    type: { description: 'Only these types, in any case.', example: ['REMINDER'] },
    status: { description: 'Only these statuses, in any case.', example: ['FAILED'] },
    sortField: {
      description: `What to sort by: ${quoted(webhookDeliverySortFields)}. \`createdAt\`, newest first, unless given.`,
      example: 'createdAt',
    },
  },
  redeliverWebhook: {
    ...endpoint,
    deliveryId: { description: 'The webhook, by its `webhook-id`.', example: exampleIds.notification },
  },
  replayWebhooks: endpoint,
}

/**
 * What a parameter of an operation means.
 * @throws Error for one nobody described
 */
export function parameterText(operationId: string, name: string): ParameterText {
  const text = inOperation[operationId]?.[name] ?? everywhere[name]
  if (!text) throw new Error(`parameter ${name} of ${operationId} has no description`)
  return text
}
