import { setMaxListeners } from 'node:events'
import type { Pool } from '@appointments/postgres'
import type { Clock } from '@appointments/runtime'
import type { ChangeFilter, FedChange } from '../domain/stored-change.ts'
import { changes } from '../repositories/changes.ts'
import { createChangeTail, type Listener } from './change-tail.ts'
import { withNames, type FedPage, type Named } from './named-changes.ts'

/** Maximum number of changes that are read at once: few enough to be written to a stream together. */
const PAGE = 50

/** A request that follows the feed. */
interface Follower {
  /** The position after which it begins. */
  position: number
  /** Limits the changes that are read for it until it has reached the tail. */
  filter: ChangeFilter
  /** Gets the unseen changes of each page, in order, and the position of the page's end. */
  onPage: (page: Named<FedChange>, position: number) => void
  /** Resolves when the follower can take another page of a long backlog. */
  whenReady?: () => Promise<void>
  /** Called if the feed cannot be read, or if the follower throws. */
  onError: (error: unknown) => void
}

/**
 * The feed of one replica. Waiting and following hold no database connection.
 * @param pool reads and numbers the changes
 */
export function createFeed({ pool, clock }: { pool: Pool; clock: Clock }) {
  const readAfter = async (position: number, limit: number, filter?: ChangeFilter): Promise<FedPage> => {
    const { changes: found, ...place } = await changes.after(pool, position, limit, filter)
    return { ...(await withNames(pool, found)), ...place }
  }
  const tail = createChangeTail({
    readAfter: (position) => readAfter(position, PAGE),
    newest: () => changes.newest(pool),
  })
  const closing = new AbortController()
  // each follower adds a listener, and their number is not limited
  setMaxListeners(0, closing.signal)

  return {
    readAfter,
    newest: () => changes.newest(pool),
    /** Aborts when the replica stops serving, which ends every wait. */
    closing: closing.signal,
    close: () => closing.abort(),
    followers: () => tail.size(),

    /** Numbers all changes that are committed now, so that a client that reads after it wrote finds its change. */
    async numberAll(): Promise<void> {
      while (await changes.number(pool, clock.now(), { waits: true }));
    },

    /** Numbers committed changes, and passes them to the followers. @returns whether there may be more */
    async turn(): Promise<boolean> {
      const [more, isBehind] = [await changes.number(pool, clock.now()), await tail.read()]
      return more || isBehind
    },

    /**
     * Follows the feed after a position: first in pages read for this follower, then in those of the tail.
     * @returns a function that stops following
     */
    follow({ position: begin, filter, onPage, whenReady, onError }: Follower): () => void {
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
      const fail = (error: unknown) => {
        stop()
        onError(error)
      }
      const listener: Listener = {
        onPage(page) {
          if (early) early.push(page)
          else take(page)
        },
        onError: fail,
      }
      const stop = () => {
        isFollowing = false
        tail.leave(listener)
      }
      /** Reads a page for this follower alone and passes it on. @returns whether there may be more */
      const readOwn = async () => {
        const page = await readAfter(position, PAGE, filter)
        take(page)
        return page.hasMore
      }
      const catchUp = async () => {
        // reads the backlog before it listens, because pages of the tail gather in memory as soon as it listens
        while (isFollowing && (await readOwn())) await whenReady?.()
        const reached = await tail.listen(listener)
        while (isFollowing && position < reached && (await readOwn()));
        const gathered = early ?? []
        early = undefined
        for (const page of gathered) take(page)
        // it may have been stopped before it began to listen
        if (!isFollowing) tail.leave(listener)
      }
      catchUp().catch(fail)
      return stop
    },
  }
}
export type Feed = ReturnType<typeof createFeed>
