import { describe, expect, it } from 'vitest'
import { createBoundedCache } from '../src/bounded-cache.ts'

describe('a bounded cache', () => {
  it('has a value until its expiry, and no longer', () => {
    const cache = createBoundedCache<string>(2)
    cache.set('key', 'value', 1000)
    expect(cache.get('key', 999)).toBe('value')
    expect(cache.get('key', 1000)).toBeUndefined()
    expect(cache.get('key', 999)).toBeUndefined()
  })

  it('evicts the value that was used least recently', () => {
    const cache = createBoundedCache<string>(2)
    for (const key of ['one', 'two']) cache.set(key, key, 1000)
    cache.get('one', 0)
    cache.set('three', 'three', 1000)
    expect(['one', 'two', 'three'].map((key) => cache.get(key, 0))).toEqual(['one', undefined, 'three'])
  })
})
