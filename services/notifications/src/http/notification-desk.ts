import {
  instant,
  notificationSettings,
  presentationRequest,
  type foundNotification,
  type MessagePreviewRequest,
  type notificationContent,
  type notificationDeskOperations,
  type notificationStatistics,
  type Fault,
} from '@appointments/contracts'
import { patchedOrFaults, validationProblem, type Handlers } from '@appointments/http'
import { keyedOperation } from '@appointments/idempotency'
import type { z } from 'zod'
import type { App } from '../app.ts'
import type { ShownContent } from '../use-cases/previews/get-notification-content.ts'
import type { RetryableFound } from '../use-cases/history/search-notifications.ts'
import type { PreviewedSettings } from '../use-cases/previews/preview-messages.ts'
import type { NotificationFigures } from '../domain/history/notification-figures.ts'
import { presentNotification } from './present.ts'

/** v2 operations on the messages of an application. */
export const notificationDeskHandlers = (
  app: App,
): Handlers<typeof notificationDeskOperations, 'notifications'> => ({
  searchNotifications: async ({ caller, body }) => {
    const { content, ...more } = await app.searchNotifications({ caller, search: body })
    return { content: content.map(presentFound), ...more }
  },

  retryNotifications: ({ caller, body }) =>
    keyedOperation(
      (outcomes) => outcomes,
      () => app.retryNotifications({ caller, ids: body.ids }),
    ),

  getNotificationContent: async ({ caller, params }) =>
    presentContent(await app.getNotificationContent({ caller, ...params })),

  previewMessages: ({ caller, params, body: { type, locale, patch } }) =>
    keyedOperation(
      (preview) => preview,
      () => app.previewMessages({ caller, ...params, type, locale, patched: patchedWith(patch) }),
    ),

  countNotifications: async ({ caller, query }) =>
    presentFigures(await app.countNotifications({ caller, query })),
})

const presentFound = (found: RetryableFound): z.input<typeof foundNotification> => ({
  ...presentNotification(found),
  appointmentStart: instant(found.appointmentStart),
})

const presentContent = ({ sentAt, ...content }: ShownContent): z.input<typeof notificationContent> => ({
  ...content,
  sentAt: instant(sentAt),
})

const presentFigures = ({
  rows,
  asOf,
}: {
  rows: NotificationFigures[]
  asOf: Date | undefined
}): z.input<typeof notificationStatistics> => ({
  rows,
  ...(asOf && { asOf: instant(asOf) }),
})

/**
 * Applies the patches of a preview. The logo stays unchanged, because separate operations change it.
 * @throws Problem VALIDATION_FAILED with every fault of both patches
 */
const patchedWith =
  ({ notifications = {}, presentation = {} }: NonNullable<MessagePreviewRequest['patch']> = {}) =>
  (current: PreviewedSettings): PreviewedSettings => {
    const { logo, ...brand } = current.brand
    const settings = patchedOrFaults(notificationSettings, current.notifications, notifications)
    const looks = patchedOrFaults(presentationRequest, { brand }, presentation)
    if ('part' in settings && 'part' in looks)
      return { notifications: settings.part, brand: { ...looks.part.brand, ...(logo && { logo }) } }
    throw validationProblem([...faultsIn('notifications', settings), ...faultsIn('presentation', looks)])
  }

const faultsIn = (part: string, result: { faults: Fault[] } | object): Fault[] =>
  'faults' in result
    ? result.faults.map((fault) =>
        'pointer' in fault ? { ...fault, pointer: `/patch/${part}${fault.pointer ?? ''}` } : fault,
      )
    : []
