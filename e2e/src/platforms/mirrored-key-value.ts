import type { createInProcessKeyValue } from '@appointments/gateway-service'

type KeyValue = ReturnType<typeof createInProcessKeyValue>

/** A key-value store whose entries can be listed; expired entries are still listed. */
export function mirrored(store: KeyValue): KeyValue & { entries: () => string[] } {
  const held = new Map<string, Set<string>>()
  return {
    ...store,
    set(key, value, ttlMs) {
      held.set(key, new Set([value]))
      return store.set(key, value, ttlMs)
    },
    async replace(key, expected, value, ttlMs) {
      const isReplaced = await store.replace(key, expected, value, ttlMs)
      if (isReplaced) held.set(key, new Set([value]))
      return isReplaced
    },
    increment(key, ttlMs, by) {
      held.set(key, new Set())
      return store.increment(key, ttlMs, by)
    },
    delete(key) {
      held.delete(key)
      return store.delete(key)
    },
    addMember(key, member, ttlMs) {
      held.set(key, new Set([...(held.get(key) ?? []), member]))
      return store.addMember(key, member, ttlMs)
    },
    takeMembers(key) {
      held.delete(key)
      return store.takeMembers(key)
    },
    entries: () => [...held].flatMap(([key, values]) => [key, ...values]),
  }
}
