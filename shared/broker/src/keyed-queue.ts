/** Items in the order pushed; at most one item per key is in progress at a time. */
export interface KeyedQueue<T> {
  push: (key: string, item: T) => void
  /** Removes and returns the oldest item whose key is free; the key is in use until {@link KeyedQueue.release}. */
  take: () => { key: string; item: T } | undefined
  release: (key: string) => void
  /** Number of waiting items. */
  size: () => number
  /** Removes and returns all waiting items. */
  drain: () => T[]
}

export const createKeyedQueue = <T>(): KeyedQueue<T> => {
  const waiting = new Map<string, T[]>()
  const taken = new Set<string>()
  // a set keeps the order in which keys became free, and removing its first element takes constant time
  const free = new Set<string>()

  return {
    push: (key, item) => {
      const items = waiting.get(key)
      if (items) items.push(item)
      else waiting.set(key, [item])
      if (!taken.has(key)) free.add(key)
    },
    take: () => {
      for (const key of free) {
        free.delete(key)
        const items = waiting.get(key) ?? []
        const item = items.shift()
        if (items.length === 0) waiting.delete(key)
        if (item === undefined) continue
        taken.add(key)
        return { key, item }
      }
      return undefined
    },
    release: (key) => {
      taken.delete(key)
      if (waiting.has(key)) free.add(key)
    },
    size: () => [...waiting.values()].reduce((sum, items) => sum + items.length, 0),
    drain: () => {
      const items = [...waiting.values()].flat()
      waiting.clear()
      free.clear()
      return items
    },
  }
}
