import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '@appointments/contracts'
import { patched, type CustomerPatch, type StoredCustomer } from './customer-patch.ts'

const stored: StoredCustomer = {
  record: { id: 'c', email: 'a@example.com', phone: '+4930123456', metadata: { x: 0, y: 0 } },
  fieldVersions: {},
}
const aPatch = (patch: Partial<CustomerPatch>): CustomerPatch => ({ id: 'c', clear: [], ...patch })

const patches = fc.array(
  fc.record(
    {
      id: fc.constant('c'),
      email: fc.constantFrom('b@example.com', 'c@example.com'),
      firstName: fc.constantFrom('Ada', 'Grace'),
      metadata: fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.constantFrom(1, 'two', null)),
      clear: fc.uniqueArray(fc.constantFrom('email' as const, 'phone' as const, 'metadata' as const)),
    },
    { requiredKeys: ['id', 'clear'] },
  ),
  { maxLength: 6 },
)

describe('patched', () => {
  it('merges field by field and clears the named fields', () => {
    const patch = aPatch({ firstName: 'Ada', metadata: { x: null, z: 1 }, clear: ['phone'] })
    expect(patched(stored, patch, 2).record).toEqual({
      id: 'c',
      email: 'a@example.com',
      firstName: 'Ada',
      metadata: { y: 0, z: 1 },
    })
  })

  it('leaves no empty metadata, and one change may clear and set', () => {
    expect(patched(stored, aPatch({ clear: ['metadata'] }), 2).record).not.toHaveProperty('metadata')
    expect(patched(stored, aPatch({ metadata: { x: null, y: null } }), 2).record).not.toHaveProperty(
      'metadata',
    )
    const anew = aPatch({ clear: ['metadata'], metadata: { z: 1 } })
    expect(patched(stored, anew, 2).record.metadata).toEqual({ z: 1 })
  })

  it('keeps a field that a later version wrote', () => {
    const later = patched(stored, aPatch({ email: 'late@example.com', metadata: { x: 9 } }), 5)
    const earlier = aPatch({ email: 'early@example.com', clear: ['metadata'] })
    expect(patched(later, earlier, 4).record).toEqual({
      id: 'c',
      email: 'late@example.com',
      phone: '+4930123456',
      metadata: { x: 9 },
    })
  })

  describe('beyond the limits of metadata', () => {
    const keys = (from: number, count: number) => Array.from({ length: count }, (_, at) => `key-${from + at}`)
    const setting = (names: string[], value: unknown) =>
      aPatch({ metadata: Object.fromEntries(names.map((name) => [name, value])) })
    const inOrder = (patches: CustomerPatch[]) =>
      patches.reduce((sofar, patch, at) => patched(sofar, patch, at + 2), stored)
    const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

    it('removes the keys that were written longest ago, those of the booking first', () => {
      const full = inOrder([setting(keys(0, 48), 1)])
      expect(Object.keys(full.record.metadata!)).toHaveLength(50)
      const again = patched(full, setting(keys(0, 1), 2), 3)
      const more = patched(again, setting(keys(100, 3), 3), 4)
      expect(Object.keys(more.record.metadata!).sort()).toEqual(
        [...keys(0, 1), ...keys(2, 46), ...keys(100, 3)].sort(),
      )
      expect(more.record.metadata).toMatchObject({ 'key-0': 2, 'key-100': 3 })
    })

    it('keeps at most 16 KiB, and everything that the last change has set', () => {
      const large = (from: number) => setting(keys(from, 3), 'x'.repeat(5000))
      const { record } = inOrder([large(0), setting(['ö'], 1), large(10)])
      expect(bytesOf(record.metadata)).toBeLessThanOrEqual(limits.jsonBytes)
      expect(Object.keys(record.metadata!).sort()).toEqual([...keys(10, 3), 'ö'].sort())
    })

    it('stores no more after many changes than after one, whatever they set and remove', () => {
      const many = Array.from({ length: 40 }, (_, at) => [
        setting(keys(at * 50, 50), 'x'.repeat(300)),
        setting(keys(at * 50 + 25, 50), null),
      ]).flat()
      const { record, fieldVersions } = inOrder(many)
      expect(bytesOf(record.metadata)).toBeLessThanOrEqual(limits.jsonBytes)
      expect(Object.keys(fieldVersions).length).toBeLessThanOrEqual(2 * limits.jsonKeys)
      const longKeys = Array.from({ length: 20 }, (_, at) => setting([`${at}${'x'.repeat(10_000)}`], null))
      expect(bytesOf(inOrder(longKeys).fieldVersions)).toBeLessThanOrEqual(2 * limits.jsonBytes)
    })
  })

  it('gives the same result for changes in any order and with duplicates', () => {
    fc.assert(
      fc.property(patches, fc.infiniteStream(fc.nat()), (inOrder, numbers) => {
        const numbered = inOrder.map((patch, index) => ({ patch, version: index + 2 }))
        const apply = (list: typeof numbered) =>
          list.reduce((sofar, { patch, version }) => patched(sofar, patch, version), stored)
        const shuffled = [...numbered, ...numbered]
          .map((one) => ({ ...one, place: Number(numbers.next().value) }))
          .sort((a, b) => a.place - b.place)
        expect(apply(shuffled)).toEqual(apply(numbered))
      }),
      { numRuns: 500 },
    )
  })
})
