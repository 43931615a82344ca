import type { FedPage } from './named-changes.ts'

/** Someone who listens to the end of the feed. */
export interface Listener {
  /** Gets every page of the feed after the position at which it began to listen. */
  onPage: (page: FedPage) => void
  /** It has failed with a page. */
  onError: (error: unknown) => void
}

interface TailDeps {
  /** Reads the feed after a position. */
  readAfter: (position: number) => Promise<FedPage>
  /** The position of the newest change. */
  newest: () => Promise<number>
}

/**
 * The end of the feed, read once for all listeners of a replica, so that the number of listeners costs no queries. While
 * there are none, nothing is read.
 */
export function createChangeTail({ readAfter, newest }: TailDeps) {
  const listeners = new Set<Listener>()
  let position: number | undefined

  return {
    /** Begins to listen. @returns the position after which the listener gets everything */
    async listen(listener: Listener): Promise<number> {
      if (position === undefined) {
        const found = await newest()
        // a listener that began meanwhile has set it
        position ??= found
      }
      listeners.add(listener)
      return position
    },

    leave(listener: Listener): void {
      listeners.delete(listener)
      if (listeners.size === 0) position = undefined
    },

    /** Passes what is new to the listeners. @returns whether there may be more */
    async read(): Promise<boolean> {
      if (position === undefined) return false
      const page = await readAfter(position)
      // everyone has left meanwhile
      if (listeners.size === 0) return false
      position = page.position
      for (const listener of [...listeners]) pass(page, listener)
      return page.hasMore
    },

    /** The number of listeners. */
    size: () => listeners.size,
  }
}

/** Passes a page to one listener; the others get it even if this one fails. */
function pass(page: FedPage, { onPage, onError }: Listener): void {
  try {
    onPage(page)
  } catch (error) {
    onError(error)
  }
}
