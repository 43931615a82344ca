import { setMaxListeners } from 'node:events'
import type { Pool } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import type { ChangeFilter, FedChange } from '../domain/stored-change.ts'
import { changes } from '../repositories/changes.ts'
import { createChangeTail } from './change-tail.ts'
import { withNames, type FedPage, type Named } from './named-changes.ts'

/** Maximum number of changes that the tail reads at once. */
const TAIL_PAGE = 500
/** Maximum number of changes that a follower reads at once until it has reached the tail. */
const CATCH_UP_PAGE = 200

/** A request that follows the feed. */
interface Follower {
  /** The position after which it begins. */
  position: number
  /** Limits the changes that are read for it until it has reached the tail. */
  filter: ChangeFilter
  /** Gets the unseen changes of each page, in order, and the position of the page's end. */
  onPage: (page: Named<FedChange>, position: number) => void
  /** Called if the feed cannot be read. */
  onError: (error: unknown) => void
}

/**
 * The feed of one replica. Waiting and following hold no database connection.
 * @param pool also numbers the changes
 */
export function createFeed({ pool, clock }: { pool: Pool; clock: Clock }) {
  const readAfter = async (position: number, limit: number, filter?: ChangeFilter): Promise<FedPage> => {
    const { changes: found, ...place } = await changes.after(pool, position, limit, filter)
    return { ...(await withNames(pool, found)), ...place }
  }
  const tail = createChangeTail({
    readAfter: (position) => readAfter(position, TAIL_PAGE),
    newest: () => changes.newest(pool),
  })
  const closing = new AbortController()
  // each follower listens
  setMaxListeners(0, closing.signal)

  return {
    readAfter,
    newest: () => changes.newest(pool),
    /** Aborts when the replica stops serving, which ends every wait. */
    closing: closing.signal,
    close: () => closing.abort(),
    followers: () => tail.size(),

    /** Numbers committed changes, and passes them to the followers. @returns whether there may be more */
    async turn(): Promise<boolean> {
      const [more, isBehind] = [await changes.number(pool, clock.now()), await tail.read()]
      return more || isBehind
    },

    /**
     * Follows the feed after a position: first in pages read for this follower, then in those of the tail.
     * @returns a function that stops following
     */
    follow({ position: begin, filter, onPage, onError }: Follower): () => void {
      let position = begin
      let isFollowing = true
      // pages of the tail that arrive before this follower has caught up
      let early: FedPage[] | undefined = []
      const take = (page: FedPage) => {
        if (!isFollowing || page.position <= position) return
        const unseen = page.changes.filter((change) => change.position > position)
        position = page.position
        onPage({ ...page, changes: unseen }, position)
      }
      const listener = (page: FedPage) => {
        if (early) early.push(page)
        else take(page)
      }
      const stop = () => {
        isFollowing = false
        tail.leave(listener)
      }
      const catchUp = async () => {
        const reached = await tail.listen(listener)

        while (isFollowing && position < reached) {
          const page = await readAfter(position, CATCH_UP_PAGE, filter)
          // the newest changes belonged to an appointment that has been removed since
          if (page.position === position) break
          take(page)
        }
        const gathered = early ?? []
        early = undefined
        for (const page of gathered) take(page)
        // it may have been stopped before it began to listen
        if (!isFollowing) tail.leave(listener)
      }
      catchUp().catch((error: unknown) => {
        stop()
        onError(error)
      })
      return stop
    },
  }
}
export type Feed = ReturnType<typeof createFeed>
