import { applicationRequest, unconfigured, type Application } from '@appointments/contracts'

/** Settings in a request. */
export const exampleSettings = {
  organizationId: 'org-1',
  defaultTimezone: 'Europe/Berlin',
  defaultLocale: 'de-DE',
  overlapPolicy: 'REJECT' as const,
  customerCancelCutoff: 'PT24H',
  routingDefaults: { VENDORA_CLOUD_FLOW: { deploymentId: 'd-42' } },
  notifications: {
    active: true,
    from: { emailAddress: 'appointments@example.com', emailName: 'North Bank' },
    schedules: [{ type: 'REMINDER' as const, offset: 'PT24H', channels: ['EMAIL' as const] }],
    quietHours: { enabled: true },
  },
}

/** The application with these settings. */
export const exampleApplication: Application = {
  ...unconfigured('demo'),
  ...applicationRequest.parse(exampleSettings),
  version: 2,
}
