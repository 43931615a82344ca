/**
 * A cache of at most `most` values, each with an expiry; the least recently used value is evicted first.
 * Times are epoch milliseconds.
 */
export function createBoundedCache<Value>(most: number) {
  const entries = new Map<string, { value: Value; until: number }>()
  return {
    get(key: string, now: number): Value | undefined {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.until <= now) return undefined
      entries.set(key, entry)
      return entry.value
    },
    set(key: string, value: Value, until: number): void {
      entries.delete(key)
      entries.set(key, { value, until })
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break
        entries.delete(oldest)
      }
    },
  }
}
