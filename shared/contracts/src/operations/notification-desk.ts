import * as desk from '../notification-desk.ts'
import type { OperationTable } from './operation.ts'

const administrators = ['ROLE_CLIENT_SERVICE', 'ROLE_SUPERVISOR'] as const
const people = ['ROLE_AGENT', 'ROLE_SUPERVISOR'] as const

/** Operations on the messages of an application, for the staff who look after them. */
export const notificationDeskOperations = {
  searchNotifications: {
    method: 'POST',
    path: '/notifications/search',
    owner: 'notifications',
    access: { roles: ['ROLE_AGENT', 'ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] },
    isRead: true,
    summary: 'Search the messages of an application',
    body: desk.notificationSearchRequest,
    status: 200,
    response: desk.foundNotificationPage,
    problems: ['APPLICATION_NOT_FOUND', 'CURSOR_INVALID'],
  },
  retryNotifications: {
    method: 'POST',
    path: '/notifications/retry',
    owner: 'notifications',
    access: { roles: people },
    takesKey: true,
    summary: 'Send several failed notifications again',
    body: desk.retryRequest,
    status: 200,
    response: desk.retriedNotifications,
    problems: [],
  },
  getNotificationContent: {
    method: 'GET',
    path: '/notifications/{notificationId}/content',
    owner: 'notifications',
    access: { roles: people },
    summary: 'Read the content of a notification',
    params: desk.notificationContentParams,
    status: 200,
    response: desk.notificationContent,
    problems: ['NOTIFICATION_NOT_FOUND', 'CONTENT_GONE'],
  },
  previewMessages: {
    method: 'POST',
    path: '/applications/{applicationId}/message-previews',
    owner: 'notifications',
    access: { roles: administrators },
    takesKey: true,
    summary: 'Preview the messages of a type with settings that are not stored yet',
    params: desk.messagePreviewsParams,
    body: desk.messagePreviewRequest,
    status: 200,
    response: desk.messagePreview,
    problems: ['APPLICATION_NOT_FOUND'],
  },
  countNotifications: {
    method: 'GET',
    path: '/statistics/notifications',
    owner: 'notifications',
    access: { roles: administrators },
    summary: 'Count the messages of a period',
    query: desk.notificationStatisticsQuery,
    status: 200,
    response: desk.notificationStatistics,
    problems: ['APPLICATION_NOT_FOUND'],
  },
} as const satisfies OperationTable
