import { roomExpiry } from '@appointments/appointment'
import { DAY_MS, type Application, type Brand, type NotificationType } from '@appointments/contracts'
import type { Notification } from '../domain/notification.ts'
import type { MessageSource } from './message-source.ts'

interface Sample {
  type: NotificationType
  locale: string | undefined
  application: Application
  brand: Brand
  now: Date
  newId: () => string
}

/**
 * A sample appointment for previews: tomorrow. In a message about a new time, it was moved by an hour; in a message about
 * its room, the room is open.
 */
export function sampleSource({ type, locale, application, brand, now, newId }: Sample): MessageSource {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const [start, end] = [DAY_MS, DAY_MS + 1_800_000]
  const customerId = newId()
  const agentId = newId()
  const actor = { role: 'SYSTEM' }
  const timezone = application.defaultTimezone ?? 'UTC'
  const notification: Notification = {
    id: `ntf_${newId()}`,
    applicationId: application.id,
    appointmentId: newId(),
    sourceEventId: newId(),
    type,
    channel: 'EMAIL',
    recipientKey: customerId,
    recipientType: 'CUSTOMER',
    recipientName: 'Ada Lovelace',
    status: 'PENDING',
    providerStatus: null,
    providerId: null,
    message: null,
    reason: null,
    failureClass: null,
    retryCount: 0,
    attemptNo: 0,
    waitCount: 0,
    resubmissionCount: 0,
    plannedOffset: null,
    scheduledFor: null,
    missedAfter: null,
    relevantUntil: new Date(at(start)),
    nextRetryAt: null,
    nextPollAt: null,
    submittedAt: null,
    unknownSince: null,
    redeliveryAskedAt: null,
    earlierRetries: 0,
    appointmentRevision: 1,
    inviteSequence: 0,
    context: {
      trigger: { operation: 'preview', actor },
      eventId: newId(),
      at: at(0),
      revision: 2,
      ...(type === 'RESCHEDULE' && {
        previous: { start: at(start - 3_600_000), end: at(end - 3_600_000), timezone },
      }),
      userMessage: 'The line was busy.',
    },
    hasContent: true,
    sealedSource: null,
    createdAt: now,
    updatedAt: now,
  }
  return {
    notification,
    application,
    brand,
    customer: { id: customerId, firstName: 'Ada', lastName: 'Lovelace' },
    agentNames: { [agentId]: 'Anna Berg' },
    whole: {
      appointment: {
        id: notification.appointmentId,
        applicationId: application.id,
        applicationVersion: application.version,
        version: 1,
        state: type === 'ROOM' ? 'ACTIVATED' : 'SCHEDULED',
        ...(type === 'ROOM' && {
          room: { url: 'https://rooms.example', expires: roomExpiry(at(end), at(0)), activatedAt: at(0) },
        }),
        title: 'Contract review',
        start: at(start),
        end: at(end),
        duration: 'PT30M',
        timezone,
        locale: locale ?? application.notifications.defaultLocale ?? application.defaultLocale ?? 'en',
        metadata: {},
        notificationHeaders: {},
        notificationsActive: true,
        epoch: 1,
        manageVersions: {},
        createdAt: at(0),
        updatedAt: at(0),
      },
      roster: {
        version: 1,
        organizerId: agentId,
        participants: [
          { id: agentId, type: 'AGENT' },
          { id: customerId, type: 'CUSTOMER' },
        ],
        interaction: { customFields: {}, properties: {}, state: 'PENDING' },
        epoch: 0,
      },
    },
  }
}
