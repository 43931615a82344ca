import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTurns, type Party } from './turns.ts'

const party = (organization: string, caller: string): Party => ({ organization, caller })

describe('turns [H2.3]', () => {
  it('alternate between organizations, and between callers within one', () => {
    const turns = createTurns<string>()
    for (const entry of ['a1', 'a2', 'a3']) turns.add(party('org-1', 'ann'), entry)
    turns.add(party('org-1', 'bob'), 'b1')
    turns.add(party('org-2', 'cem'), 'c1')
    turns.add(party('org-2', 'cem'), 'c2')
    const order = Array.from({ length: 6 }, () => turns.next())
    expect(order).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'a3'])
    expect(turns.next()).toBeUndefined()
  })

  it('delay a newcomer by at most one entry of each organization, however many entries wait', () => {
    const turns = createTurns<string>()
    for (let i = 0; i < 500; i += 1) turns.add(party('org-1', 'ann'), `a${i}`)
    turns.add(party('org-2', 'bob'), 'b')
    expect([turns.next(), turns.next()]).toContain('b')
  })

  it('know since when the longest-waiting caller has had no turn', () => {
    const turns = createTurns<string>()
    expect(turns.longestWithoutTurn()).toBeUndefined()
    for (const entry of ['a1', 'a2', 'a3']) turns.add(party('org-1', 'ann'), entry, 10)
    turns.add(party('org-1', 'bob'), 'b1', 20)
    expect(turns.longestWithoutTurn()).toBe(10)
    expect(turns.next(30)).toBe('a1')
    expect(turns.longestWithoutTurn()).toBe(20)
    expect(turns.next(40)).toBe('b1')
    // ann has two more entries, but had a turn at 30
    expect(turns.longestWithoutTurn()).toBe(30)
    expect([turns.remove('a2'), turns.remove('a3')]).toEqual([true, true])
    expect(turns.longestWithoutTurn()).toBeUndefined()
  })

  it('drop the newest entry of the caller with the most entries', () => {
    const turns = createTurns<string>()
    turns.add(party('org-1', 'ann'), 'a1')
    turns.add(party('org-2', 'bob'), 'b1')
    turns.add(party('org-2', 'bob'), 'b2')
    turns.add(party('org-1', 'cem'), 'c1')
    expect(turns.dropNewestOfBusiest()).toBe('b2')
    expect(turns.size()).toBe(3)
  })

  it('serve every entry once and each caller in order, even if entries are removed at any time', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        organization: fc.integer({ max: 2, min: 0 }),
        caller: fc.integer({ max: 2, min: 0 }),
      }),
      fc.record({ kind: fc.constantFrom('next' as const, 'drop' as const, 'remove oldest' as const) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const turns = createTurns<{ key: string; at: number }>()
        const waiting = new Set<{ key: string; at: number }>()
        const served = new Map<string, number>()
        for (const [at, { kind, ...where }] of steps.entries()) {
          if (kind === 'add') {
            const { organization, caller } = where as { organization: number; caller: number }
            const entry = { key: `${organization}/${caller}`, at }
            turns.add(party(String(organization), String(caller)), entry)
            waiting.add(entry)
          } else if (kind === 'remove oldest') {
            const [oldest] = waiting
            expect(turns.oldest()).toBe(oldest)
            if (oldest) expect(turns.remove(oldest)).toBe(waiting.delete(oldest))
          } else {
            const entry = kind === 'next' ? turns.next() : turns.dropNewestOfBusiest()
            expect(entry === undefined).toBe(waiting.size === 0)
            if (!entry) continue
            expect(waiting.delete(entry)).toBe(true)
            if (kind === 'next') {
              expect(entry.at).toBeGreaterThan(served.get(entry.key) ?? -1)
              served.set(entry.key, entry.at)
            }
          }
          expect(turns.size()).toBe(waiting.size)
        }
      }),
    )
  })
})
