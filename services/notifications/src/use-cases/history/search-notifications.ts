import { listScope } from '@appointments/appointment'
import {
  contactIn,
  identifier,
  instantOf,
  limits,
  problem,
  type Caller,
  type NotificationSearch,
} from '@appointments/contracts'
import { cursorAt, positionOf } from '@appointments/runtime'
import { applications } from '../../repositories/applications.ts'
import {
  foundNotifications,
  timeOf,
  type FoundNotification,
  type Search,
} from '../../repositories/history/found-notifications.ts'
import type { Deps } from '../deps.ts'
import { requireOwnApplication } from '../require-own-application.ts'
import { markRetryable } from './mark-retryable.ts'
import { mayUseMessages } from './require-visible-notification.ts'

/** A notification that was found, and whether the caller can send it again now. */
export type RetryableFound = FoundNotification & { canRetry: boolean }

/**
 * Finds the messages of an application, newest first (docs/contract/messages.md#search).
 * @throws Problem APPLICATION_NOT_FOUND, CURSOR_INVALID
 * @throws Problem VALIDATION_FAILED for a phone number without a country code
 */
export const searchNotifications =
  (deps: Deps) =>
  async ({
    caller,
    search,
  }: {
    caller: Caller
    search: NotificationSearch
  }): Promise<{ content: RetryableFound[]; nextCursor?: string }> => {
    const { cursor, limit = limits.defaultCursorPage, agentId, contact, ...filters } = search
    await requireOwnApplication(deps.pool, caller, search.applicationId)
    const application = await applications.find(deps.pool, search.applicationId)
    const bound = { ...filters, agentId, contact }
    const { agentIds: own } = listScope(caller, {}, application)
    const found = await foundNotifications.search(deps.pool, {
      ...filters,
      agents: [own, agentId?.length === 0 ? undefined : agentId].filter((ids) => ids !== undefined),
      contact: contact === undefined ? undefined : contactIn(contact, application.defaultRegion),
      after: cursor === undefined ? undefined : placeOf(cursor, bound),
      limit: limit + 1,
    })
    const marked = await markRetryable(deps, application, found.slice(0, limit))
    const content = marked.map((one) => ({ ...one, canRetry: one.canRetry && mayUseMessages(caller, one) }))
    const last = found.length > limit ? content.at(-1) : undefined
    return { content, ...(last && { nextCursor: cursorAt([timeOf(last).getTime(), last.id], bound) }) }
  }

function placeOf(cursor: string, filters: Readonly<Record<string, unknown>>): Search['after'] {
  const [ms, id] = positionOf(cursor, filters, ['number', 'string']) ?? []
  const at = instantOf(ms)
  const after = identifier.safeParse(id)
  if (!at || !after.success) throw problem('CURSOR_INVALID')
  return { at, id: after.data }
}
