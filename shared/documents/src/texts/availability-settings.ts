import type { availabilitySettingsOperations } from '@appointments/contracts'
import type { OperationText } from './operation-text.ts'
import type { ParameterText } from './parameter-text.ts'

/** Descriptions of the operations on availability settings. */
export const availabilitySettingsTexts: Readonly<
  Record<keyof typeof availabilitySettingsOperations, OperationText>
> = {
  getAvailabilitySettings: {
    tag: 'Applications',
    text: 'If the settings were never written, their version is 0 and all of them have their defaults.',
  },
  putAvailabilitySettings: {
    tag: 'Applications',
    text: 'Absent settings return to their defaults. Unknown keys are rejected. `ENFORCE` needs the `overlapPolicy` `REJECT` of the application.',
  },
}

const application = { applicationId: { description: 'The application.', example: 'demo' } }

/** Parameters of the operations on availability settings. */
export const availabilitySettingsParameters: Readonly<
  Record<string, Readonly<Record<string, ParameterText>>>
> = { getAvailabilitySettings: application, putAvailabilitySettings: application }

const settings = {
  availabilityPolicy:
    'What happens to bookings and moves outside the calendar: nothing, a warning in the response, or a rejection',
  appliesToV1: 'Whether the policy also applies to v1, which treats `WARN` as `OFF`',
  publicSlots: 'Whether slots can be read without a token',
  publicHolds:
    'Who may hold a slot without a token: no caller, those with a verified one-time password, or all',
  showAgents: 'Whether the public sees which agents serve a slot, and may choose one',
  overrideRoles: 'Roles that may book outside the calendar',
  holidayCalendarIds: 'Holiday calendars for agents without one of their own',
  customerMoveCutoff: 'How long before the start customers can still move an appointment by their link',
  defaults: 'Values for service types that set none',
  'defaults.granularity': 'Distance between possible starts',
  'defaults.alignmentOffset': 'Time by which the grid of starts is shifted',
  'defaults.minNotice': 'Shortest time between now and the start; does not limit agents and supervisors',
  'defaults.horizon': 'Longest time between now and the start; does not limit agents and supervisors',
  'defaults.bufferBefore': 'Time that the agent is occupied before the start',
  'defaults.bufferAfter': 'Time that the agent is occupied after the end',
  'defaults.timezone': 'Time zone of the grid; by default that of the application, else UTC',
}

/** Fields of the components of availability settings. */
export const availabilitySettingsFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AvailabilitySettingsRequest: settings,
  AvailabilitySettings: {
    ...settings,
    applicationId: 'The application',
    version: 'Version number; 0 if no settings were ever written',
  },
}
