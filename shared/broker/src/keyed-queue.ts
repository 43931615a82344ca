/** Items in the order pushed, of which at most one per key is out at a time. */
export interface KeyedQueue<T> {
  push: (key: string, item: T) => void
  /** The oldest item whose key is free; the key stays taken until {@link KeyedQueue.release}. */
  take: () => { key: string; item: T } | undefined
  release: (key: string) => void
  /** How many have not been taken. */
  size: () => number
  /** Removes and returns what has not been taken. */
  drain: () => T[]
}

export const createKeyedQueue = <T>(): KeyedQueue<T> => {
  const waiting = new Map<string, T[]>()
  const taken = new Set<string>()
  // A set keeps the order in which keys became free and gives up its first element in constant time.
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
