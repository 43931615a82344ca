import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
