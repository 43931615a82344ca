import type { FedPage } from './named-changes.ts'

/** A listener to the end of the feed. */
export interface Listener {
  /** Gets every page of the feed after the position at which it began to listen. */
  onPage: (page: FedPage) => void
  /** Gets the error that the listener itself threw for a page. */
  onError: (error: unknown) => void
}

interface TailDeps {
  /** Reads the feed after a position. */
  readAfter: (position: number) => Promise<FedPage>
  /** The position of the newest change. */
  newest: () => Promise<number>
}

/**
 * Reads the end of the feed once for all listeners of a replica, so that more listeners cause no more queries. While
 * there are no listeners, it reads nothing.
 */
export function createChangeTail({ readAfter, newest }: TailDeps) {
  const listeners = new Set<Listener>()
  let position: number | undefined

  return {
    /** Begins to listen. @returns the position after which the listener gets everything */
    async listen(listener: Listener): Promise<number> {
      if (position === undefined) {
        const found = await newest()
        // another listener may have set it meanwhile
        position ??= found
      }
      listeners.add(listener)
      return position
    },

    leave(listener: Listener): void {
      listeners.delete(listener)
      if (listeners.size === 0) position = undefined
    },

    /** Passes new changes to the listeners. @returns whether there may be more */
    async read(): Promise<boolean> {
      if (position === undefined) return false
      const page = await readAfter(position)
      // all listeners have left meanwhile
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
