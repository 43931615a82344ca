import { limits, lengthOf, type Caller, type ChangeQuery } from '@appointments/contracts'
import type { Log } from '@appointments/runtime'
import { feedCursors, feedPositionOf, requireKept, type FeedFilters } from '../domain/feed-cursor.ts'
import { feedScope } from '../domain/feed-scope.ts'
import type { Feed } from '../feed/feed.ts'
import type { Named } from '../feed/named-changes.ts'
import { applications } from '../repositories/applications.ts'
import type { ChangeFilter, FedChange } from '../domain/stored-change.ts'
import { changes } from '../repositories/changes.ts'
import { shown, type ShownChange } from './shown-change.ts'
import type { Deps } from './deps.ts'

export type FeedDeps = Pick<Deps, 'pool' | 'clock'> & {
  feed: Feed
  /** How long the feed is guaranteed to contain every change. */
  retentionMs: number
  log: Pick<Log, 'warn'>
}

/** The time since which the feed is guaranteed to contain every change. */
export const keptSince = ({ clock, retentionMs }: FeedDeps): Date =>
  new Date(clock.now().getTime() - retentionMs)

/** Selects the changes that may be visible to a reader; the scope of each change is checked again when it is shown. */
export async function filterFor(
  { pool }: FeedDeps,
  caller: Caller,
  filters: FeedFilters,
): Promise<ChangeFilter> {
  const { applicationId, type } = filters
  const application = applicationId === undefined ? undefined : await applications.find(pool, applicationId)
  const { organizationId, agentIds } = feedScope(caller, filters, application)
  return { organizationId, applicationId, agentIds, types: type }
}

/** A page of the feed with the changes that the caller may see. */
interface ChangesPage {
  content: ShownChange[]
  nextCursor: string
  hasMore: boolean
}

/**
 * Reads the changes after a cursor or since a time. Without either, the page is empty and its cursor marks the present.
 * If there is no change yet, a caller may wait for the next one.
 * @throws Problem CURSOR_INVALID, CURSOR_EXPIRED
 */
export const findChanges =
  (deps: FeedDeps) =>
  async ({
    caller,
    query,
    signal,
  }: {
    caller: Caller
    query: ChangeQuery
    /** Aborts when the caller has disconnected. */
    signal: AbortSignal
  }): Promise<ChangesPage> => {
    const { feed, clock } = deps
    const { limit = limits.defaultCursorPage, wait } = query
    const cursors = feedCursors(query)
    const paged = (content: ShownChange[], position: number, hasMore: boolean) => ({
      content,
      nextCursor: cursors(position, clock.now()),
      hasMore,
    })
    const position = await beginning(deps, query)
    if (position === undefined) return paged([], await feed.newest(), false)
    await feed.numberAll()
    const filter = await filterFor(deps, caller, query)
    const { hasMore, position: end, ...page } = await feed.readAfter(position, limit, filter)
    const content = shown(caller, query, page)
    const waitMs = wait === undefined ? 0 : lengthOf(wait)
    if (content.length > 0 || hasMore || waitMs === 0) return paged(content, end, hasMore)
    return nextChanges(feed, { position: end, filter, waitMs, signal }, (next, reached) => {
      const visible = shown(caller, query, next)
      const first = visible.slice(0, limit)
      const isCut = visible.length > limit
      return paged(first, isCut ? (first.at(-1)?.change.position ?? reached) : reached, isCut)
    })
  }

/** The position at which a request begins; undefined if it has neither `cursor` nor `since`. */
async function beginning(deps: FeedDeps, { cursor, since, ...filters }: ChangeQuery) {
  const kept = keptSince(deps)
  if (cursor !== undefined) return feedPositionOf(cursor, filters, kept)
  if (since === undefined) return undefined
  requireKept(since, kept)
  return changes.positionBefore(deps.pool, since)
}

interface Waiting {
  position: number
  filter: ChangeFilter
  waitMs: number
  signal: AbortSignal
}

/** The first page with a visible change, or an empty one when the time is up. */
const nextChanges = (
  feed: Feed,
  { position, filter, waitMs, signal }: Waiting,
  pageOf: (page: Named<FedChange>, position: number) => ChangesPage,
): Promise<ChangesPage> =>
  new Promise((resolve, reject) => {
    let reached = position
    // not combined into one signal, because `feed.closing` lives as long as the replica and would keep a reference to
    // each combined signal
    const endings = [signal, feed.closing]
    const stopWaiting = () => {
      clearTimeout(timer)
      for (const ending of endings) ending.removeEventListener('abort', giveUp)
    }
    const end = (page: ChangesPage) => {
      stopWaiting()
      stop()
      resolve(page)
    }
    const giveUp = () => {
      end(pageOf({ changes: [], nameOf: () => undefined }, reached))
    }
    const timer = setTimeout(giveUp, waitMs)
    const stop = feed.follow({
      position,
      filter,
      onPage(page, at) {
        reached = at
        const found = pageOf(page, at)
        if (found.content.length > 0) end(found)
      },
      onError(error) {
        stopWaiting()
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    })
    for (const ending of endings) ending.addEventListener('abort', giveUp)
    if (endings.some(({ aborted }) => aborted)) giveUp()
  })
