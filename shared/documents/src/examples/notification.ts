import type { notificationRecord } from '@appointments/contracts'
import type { z } from 'zod'
import { exampleIds } from './appointment.ts'

/** A reminder that could not be delivered. */
export const exampleNotification = {
  id: exampleIds.notification,
  appointmentId: exampleIds.appointment,
  type: 'REMINDER',
  channel: 'EMAIL',
  status: 'FAILED',
  providerStatus: '450',
  message: '450 mailbox busy',
  reason: 'attempts_exhausted',
  recipient: { displayName: 'Ada Lovelace', type: 'CUSTOMER' },
  retryCount: 5,
  canRetry: true,
  offset: 'PT24H',
  scheduledFor: '2027-01-08T09:00:00Z',
  createdAt: '2027-01-02T14:05:31Z',
  updatedAt: '2027-01-08T09:37:32Z',
} as const satisfies z.input<typeof notificationRecord>
