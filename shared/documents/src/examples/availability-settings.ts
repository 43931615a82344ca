import {
  defaultAvailabilitySettings,
  type availabilitySettingsOperations,
  type AvailabilitySettings,
} from '@appointments/contracts'
import type { Examples } from './example.ts'

const request = {
  availabilityPolicy: 'ENFORCE' as const,
  publicSlots: true,
  holidayCalendarIds: ['berlin'],
  defaults: { granularity: 'PT30M', minNotice: 'PT2H', timezone: 'Europe/Berlin' },
}
const settings: AvailabilitySettings = {
  ...defaultAvailabilitySettings,
  ...request,
  defaults: { ...defaultAvailabilitySettings.defaults, ...request.defaults },
  applicationId: 'demo',
  version: 1,
}

/** Examples of the operations on how an application offers times. */
export const availabilitySettingsExamples: Examples<typeof availabilitySettingsOperations> = {
  getAvailabilitySettings: { response: settings },
  putAvailabilitySettings: { body: request, response: settings },
}
