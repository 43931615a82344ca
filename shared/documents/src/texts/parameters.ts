import {
  appointmentSortFields,
  limits,
  notificationSortFields,
  webhookDeliverySortFields,
} from '@appointments/contracts'
import { availabilityParameters } from './availability.ts'
import { appointmentStatisticsParameters } from './appointment-statistics.ts'
import { changeParameters } from './changes.ts'
import { holdParameters } from './holds.ts'
import { notificationDeskParameters } from './notification-desk.ts'
import { pageParameters } from './pages.ts'
import { presentationParameters } from './presentation.ts'
import { availabilitySettingsParameters } from './availability-settings.ts'
import { directoryParameters } from './directory.ts'
import type { ParameterText } from './parameter-text.ts'
import { exampleIds } from '../examples/appointment.ts'

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** Parameters by name; a name has the same meaning in every operation that is not listed below. */
const everywhere: Readonly<Record<string, ParameterText>> = {
  id: { description: 'The appointment.', example: exampleIds.appointment },
  participantId: { description: 'The participant of the appointment.', example: exampleIds.customer },
  notificationId: { description: 'The notification of the appointment.', example: exampleIds.notification },
  applicationId: { description: 'The application that the appointments belong to.', example: 'demo' },
  organizationId: {
    description: 'The organization that owns the application; for any other one, the result is empty.',
    example: 'org-1',
  },
  pageNumber: { description: 'Number of the page, starting at 1.', example: 1 },
  pageSize: {
    description: `Maximum number of elements on a page: ${limits.defaultPageSize} by default, at most ${limits.pageSize}.`,
    example: 20,
  },
  sortOrder: { description: 'Ascending (`asc`) or descending (`desc`).', example: 'asc' },
}

const historyFilters: Readonly<Record<string, ParameterText>> = {
  type: { description: 'Only these types, case-insensitive.', example: ['REMINDER'] },
  channel: { description: 'Only these channels, case-insensitive.', example: ['EMAIL'] },
  status: { description: 'Only these statuses, case-insensitive.', example: ['FAILED'] },
  sortField: {
    description: `Field to sort by: ${quoted(notificationSortFields)}. The default is \`createdAt\`, newest first.`,
    example: 'createdAt',
  },
}

const templateOf = {
  applicationId: { description: 'The application.', example: 'demo' },
  key: {
    description:
      'The key of the template, as in `templateKey`; with a dot and the id of a service type, for its appointments only.',
    example: 'visit',
  },
}
const suppressionOf = {
  applicationId: { description: 'The application.', example: 'demo' },
  suppressionId: { description: 'The suppression.', example: 'sup_0197f5c7-2c31-7b55-9e22-8f7e6d5c4b3a' },
}
const endpoint = { id: { description: 'The webhook endpoint.', example: exampleIds.webhookEndpoint } }
const delivery = {
  ...endpoint,
  deliveryId: { description: 'The webhook, by its `webhook-id`.', example: exampleIds.notification },
}

/** Parameters with a special meaning in one operation. */
const inOperation: Readonly<Record<string, Readonly<Record<string, ParameterText>>>> = {
  findAppointments: {
    applicationId: { description: 'Only appointments of this application.', example: 'demo' },
    organizerId: {
      description:
        'Only appointments that these agents organize. Applies to supervisors only, and is ignored if `agentId`, its replacement, is present.',
      example: ['agent-7'],
    },
    agentId: {
      description:
        'Only appointments that these agents organize or take part in. Agents restricted by the application see only their own, regardless of this parameter.',
      example: ['agent-7'],
    },
    state: { description: 'Only these states, case-insensitive.', example: ['SCHEDULED'] },
    outcome: { description: 'Only these outcomes, case-insensitive.', example: ['NO_SHOW'] },
    changedSince: {
      description: 'Only appointments that changed, or whose participants changed, at this time or later.',
      example: '2027-01-08T09:00:00Z',
    },
    duration: {
      description: 'Only appointments of these lengths; `PT1H` and `PT60M` are the same length.',
      example: ['PT30M'],
    },
    range: {
      description:
        'Only appointments that start between two instants, the first inclusive, the second exclusive. A date without a time means the start of that day in UTC.',
      example: ['2027-01-09T00:00:00Z', '2027-01-10T00:00:00Z'],
    },
    sortField: {
      description: `Field to sort by: ${quoted(appointmentSortFields)}. The default is \`start\`, earliest first.`,
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
      description: 'Only appointments that start within this time from now; by default all.',
      example: 'P1D',
    },
  },
  setParticipantState: {
    state: {
      description: 'New state of the participant. If absent, nothing changes.',
      example: 'JOINED',
    },
  },
  failInteraction: {
    systemMessage: { description: 'Error message for operators.', example: 'Upstream queue timed out' },
    userMessage: {
      description: 'Error message for the customer.',
      example: 'We could not reach an agent, please try again.',
    },
  },
  findNotifications: historyFilters,
  findAppointmentNotificationEvents: historyFilters,
  findNotificationEvents: historyFilters,
  getApplication: { applicationId: { description: 'The application.', example: 'demo' } },
  patchApplication: { applicationId: { description: 'The application.', example: 'demo' } },
  findApplications: { sortField: { description: 'Field to sort by: `id`.', example: 'id' } },
  putApplication: { applicationId: { description: 'The application.', example: 'demo' } },
  findWebhookEndpoints: {
    applicationId: { description: 'Only endpoints of this application.', example: 'demo' },
    sortField: {
      description: 'Field to sort by: `createdAt` or `id`.',
      example: 'createdAt',
    },
  },
  findSuppressions: {
    ...suppressionOf,
    channel: { description: 'Only these channels.', example: ['SMS'] },
    reason: { description: 'Only these reasons.', example: ['STOP'] },
    sortField: { description: 'Field to sort by: `createdAt`.', example: 'createdAt' },
  },
  lookUpSuppressions: suppressionOf,
  addSuppression: suppressionOf,
  removeSuppression: suppressionOf,
  findMessageTemplates: {
    ...templateOf,
    sortField: { description: 'Field to sort by: `createdAt` or `key`.', example: 'createdAt' },
  },
  getMessageTemplate: templateOf,
  putMessageTemplate: templateOf,
  removeMessageTemplate: templateOf,
  previewMessageTemplate: templateOf,
  getWebhookEndpoint: endpoint,
  updateWebhookEndpoint: endpoint,
  removeWebhookEndpoint: endpoint,
  rotateWebhookSecret: endpoint,
  findWebhookSecrets: endpoint,
  endWebhookSecret: {
    ...endpoint,
    secretId: { description: 'The secret, by its id in the list.', example: 'sec_5d41402abc4b2a76' },
  },
  testWebhookEndpoint: endpoint,
  findWebhookDeliveries: {
    ...endpoint,
    type: { description: 'Only these types, case-insensitive.', example: ['REMINDER'] },
    status: { description: 'Only these statuses, case-insensitive.', example: ['FAILED'] },
    from: { description: 'Only webhooks recorded at this time or later.', example: '2027-01-05T00:00:00Z' },
    to: { description: 'Only webhooks recorded before this time.', example: '2027-01-06T00:00:00Z' },
    sortField: {
      description: `Field to sort by: ${quoted(webhookDeliverySortFields)}. The default is \`createdAt\`, newest first.`,
      example: 'createdAt',
    },
  },
  ...directoryParameters,
  ...availabilitySettingsParameters,
  ...presentationParameters,
  ...pageParameters,
  ...availabilityParameters,
  ...appointmentStatisticsParameters,
  ...changeParameters,
  ...holdParameters,
  ...notificationDeskParameters,
  getWebhookDelivery: delivery,
  redeliverWebhook: delivery,
  replayWebhooks: endpoint,
}

/**
 * The description of a parameter of an operation.
 * @throws Error if it has none
 */
export function parameterText(operationId: string, name: string): ParameterText {
  const text = inOperation[operationId]?.[name] ?? everywhere[name]
  if (!text) throw new Error(`parameter ${name} of ${operationId} has no description`)
  return text
}
