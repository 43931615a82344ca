import type { notificationDeskOperations } from '@appointments/contracts'
import { exampleIds } from './appointment.ts'
import type { Examples } from './example.ts'
import { exampleNotification } from './notification.ts'

export const notificationDeskExamples: Examples<typeof notificationDeskOperations> = {
  searchNotifications: {
    body: {
      applicationId: 'demo',
      from: '2027-01-08T00:00:00Z',
      to: '2027-01-09T00:00:00Z',
      view: 'UNREACHED',
      limit: 50,
    },
    response: {
      content: [{ ...exampleNotification, appointmentStart: '2027-01-09T09:00:00Z' }],
      nextCursor: '3xQ2vB7n0LkP9sWd.WzE3OTk5OTk5OTk5OTksIm50Zl8xIl0',
    },
  },
  retryNotifications: {
    body: { ids: [exampleIds.notification] },
    response: [{ id: exampleIds.notification, outcome: 'QUEUED' }],
  },
  getNotificationContent: {
    response: {
      subject: 'Reminder: Contract review, Sat 9 January, 10:00',
      text: 'Dear Ada,\n\nyour appointment begins tomorrow.\n',
      htmlUrl: '/previews/Yk3vQ2bM0s7Zc1hT9xLr4A',
      sentAt: '2027-01-08T09:00:31Z',
    },
  },
  previewMessages: {
    body: {
      type: 'REMINDER',
      locale: 'en-GB',
      patch: { presentation: { brand: { name: 'Example Advice', accent: '#0a6e5c' } } },
    },
    response: {
      mail: {
        subject: 'Reminder: Contract review, Sat 9 January, 10:00',
        text: 'Dear Ada,\n\nyour appointment begins tomorrow.\n',
        url: '/previews/Yk3vQ2bM0s7Zc1hT9xLr4A',
      },
      sms: {
        body: 'Example Advice: your appointment is on Sat 9 January, 10:00.',
        encoding: 'GSM-7',
        segments: 1,
      },
    },
  },
  countNotifications: {
    response: {
      rows: [
        {
          key: '2027-01-08',
          created: 420,
          delivered: 397,
          failed: 3,
          cancelled: 20,
          secondsToDelivered: { median: 1.4, p90: 6.2 },
        },
      ],
      asOf: '2027-01-09T08:00:00Z',
    },
  },
}
