import type { Clock } from '@appointments/runtime'
import type { KeyValue } from './key-value.ts'

interface Entry {
  value: string | number | Set<string>
  /** Epoch milliseconds. */
  expiresAt: number
}

const SWEEP_EVERY_MS = 60_000

/**
 * The key-value port in memory: for running everything in one process, and for tests. Expired entries are swept on
 * writes, so there is no timer to stop.
 * @param maxEntries number of entries beyond which the oldest are dropped
 */
export function createInProcessKeyValue(clock: Clock, maxEntries = 20_000): KeyValue {
  const entries = new Map<string, Entry>()
  let sweptAt = 0
  const now = () => clock.now().getTime()

  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > now() ? entry : undefined
  }
  const textOf = (key: string): string | undefined => {
    const value = find(key)?.value
    return value === undefined || value instanceof Set ? undefined : String(value)
  }
  const sweep = () => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key)
    sweptAt = now()
  }
  const put = (key: string, entry: Entry) => {
    if (now() - sweptAt >= SWEEP_EVERY_MS) sweep()
    entries.delete(key)
    entries.set(key, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
  }

  return {
    get: (key) => Promise.resolve(textOf(key)),
    set: (key, value, ttlMs) => {
      put(key, { value, expiresAt: now() + ttlMs })
      return Promise.resolve()
    },
    replace: (key, expected, value, ttlMs) => {
      if (textOf(key) !== expected) return Promise.resolve(false)
      put(key, { value, expiresAt: now() + ttlMs })
      return Promise.resolve(true)
    },
    increment: (key, ttlMs, by = 1) => {
      const before = find(key)
      const count = Number(before?.value ?? 0) + by
      const expiresAt = before?.expiresAt ?? now() + ttlMs
      put(key, { value: count, expiresAt })
      return Promise.resolve({ count, expiresInMs: expiresAt - now() })
    },
    decrement: (key) => {
      const before = find(key)
      if (before) before.value = Number(before.value) - 1
      return Promise.resolve()
    },
    delete: (key) => {
      entries.delete(key)
      return Promise.resolve()
    },
    addMember: (key, member, ttlMs) => {
      const before = find(key)?.value
      const members = before instanceof Set ? before : new Set<string>()
      put(key, { value: members.add(member), expiresAt: now() + ttlMs })
      return Promise.resolve()
    },
    takeMembers: (key) => {
      const members = find(key)?.value
      entries.delete(key)
      return Promise.resolve(members instanceof Set ? [...members] : [])
    },
    close: () => {
      entries.clear()
      return Promise.resolve()
    },
  }
}
