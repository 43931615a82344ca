import { setTimeout as pause } from 'node:timers/promises'

/** The items that a fake has received, in order; tests can wait for further ones. */
export interface Sightings<Item> {
  add: (item: Item) => void
  all: () => Item[]
  clear: () => void
  /** The first item that the predicate accepts, received already or within `limitMs`. */
  waitFor: (predicate: (item: Item) => boolean, limitMs?: number) => Promise<Item>
}

const PATIENCE_MS = 5000

/** @param what names the items in the error message of a wait that times out */
export function sightings<Item>(what: string): Sightings<Item> {
  let items: Item[] = []
  const waiting = new Set<(item: Item) => void>()
  return {
    add(item) {
      items.push(item)
      for (const look of waiting) look(item)
    },
    all: () => [...items],
    clear() {
      items = []
    },
    async waitFor(predicate, limitMs = PATIENCE_MS) {
      const seen = items.find(predicate)
      if (seen !== undefined) return seen
      let look: ((item: Item) => void) | undefined
      const over = new AbortController()
      try {
        return await Promise.race([
          new Promise<Item>((resolve) => {
            look = (item) => {
              if (predicate(item)) resolve(item)
            }
            waiting.add(look)
          }),
          pause(limitMs, undefined, { signal: over.signal }).then(() => {
            throw new Error(`none of ${items.length} ${what} fits after ${limitMs} ms`)
          }),
        ])
      } finally {
        over.abort()
        if (look !== undefined) waiting.delete(look)
      }
    },
  }
}
