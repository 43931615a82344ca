import type { suppression } from '@appointments/contracts'
import type { z } from 'zod'
import { exampleIds } from './appointment.ts'

/** A suppression caused by an undeliverable message. */
export const exampleSuppression: z.input<typeof suppression> = {
  id: 'sup_0197f5c7-2c31-7b55-9e22-8f7e6d5c4b3a',
  applicationId: 'demo',
  channel: 'SMS',
  reason: 'HARD_BOUNCE',
  notificationId: exampleIds.notification,
  createdAt: '2027-01-08T09:00:31Z',
}

/** A suppression added manually. */
export const exampleManualSuppression: z.input<typeof suppression> = {
  id: 'sup_0197f5c7-2c31-7b55-9e22-8f7e6d5c4b3b',
  applicationId: 'demo',
  channel: 'EMAIL',
  reason: 'MANUAL',
  createdBy: 'supervisor-1',
  createdAt: '2027-01-08T10:12:00Z',
}
