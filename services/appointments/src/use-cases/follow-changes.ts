import type { Caller } from '@appointments/contracts'
import { feedCursors, feedPositionOf, type FeedFilters } from '../domain/feed-cursor.ts'
import { filterFor, keptSince, type FeedDeps } from './find-changes.ts'
import { shown, type ShownChange } from './shown-change.ts'

/** The stream to which changes are sent. */
export interface ChangeReceiver {
  /** Called once, with the cursor at which the stream begins. */
  onBegin: (cursor: string) => void
  /** Called for the changes that were read together, if there are any; each has the cursor after it. */
  onChanges: (changes: { change: ShownChange; cursor: string }[]) => void
  /** Resolves when the stream can take more of a long backlog. */
  whenReady: () => Promise<void>
  /** Called if the replica stops or can no longer read the feed. A client that reconnects misses nothing. */
  onEnd: (reason?: 'DRAINING') => void
}

/**
 * Follows the changes after a cursor; without one, the changes from now on.
 * @returns a function that begins to follow and returns a function that stops
 * @throws Problem CURSOR_INVALID, CURSOR_EXPIRED
 */
export const followChanges =
  (deps: FeedDeps) =>
  async ({
    caller,
    cursor,
    filters,
  }: {
    caller: Caller
    cursor: string | undefined
    filters: FeedFilters
  }): Promise<(receiver: ChangeReceiver) => () => void> => {
    const { feed, clock, log } = deps
    const position =
      cursor === undefined ? await feed.newest() : feedPositionOf(cursor, filters, keptSince(deps))
    const filter = await filterFor(deps, caller, filters)
    const cursors = feedCursors(filters)
    const cursorAt = (at: number) => cursors(at, clock.now())
    return ({ onBegin, onChanges, whenReady, onEnd }) => {
      onBegin(cursorAt(position))
      const drain = () => onEnd('DRAINING')
      feed.closing.addEventListener('abort', drain)
      if (feed.closing.aborted) drain()
      const stop = feed.follow({
        position,
        filter,
        onPage(page) {
          const visible = shown(caller, filters, page)
          if (visible.length > 0)
            onChanges(visible.map((one) => ({ change: one, cursor: cursorAt(one.change.position) })))
        },
        whenReady,
        onError(error) {
          log.warn({ err: error }, 'a stream of changes has failed')
          onEnd()
        },
      })
      return () => {
        feed.closing.removeEventListener('abort', drain)
        stop()
      }
    }
  }
