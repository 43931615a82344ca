import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { updateRequest, type RosterParticipant, type UpdateRequest } from '@appointments/contracts'
import { aStored } from '../../test/builders.ts'
import { update } from './update.ts'

const now = new Date('2026-12-01T12:00:00Z')
const wants = (body: Record<string, unknown>) => updateRequest.parse({ id: 'a-1', ...body })

const texts = fc.option(fc.constantFrom('', 'Review', 'Contract'), { nil: undefined })
const objects = fc.option(fc.constantFrom(null, {}, { a: 1 }, { a: 1, b: [2] }), { nil: undefined })

describe('update', () => {
  it('keeps absent fields, clears empty ones, and reports exactly the changed fields', () => {
    fc.assert(
      fc.property(
        fc.record({ title: texts, metadata: objects }),
        fc.constantFrom('Review', undefined),
        fc.constantFrom({}, { b: [2], a: 1 }),
        (given, title, metadata) => {
          const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
          fc.pre(Object.keys(body).length > 0)
          const stored = aStored({ ...(title !== undefined && { title }), metadata })
          const expected = {
            title: given.title === undefined ? title : given.title || undefined,
            metadata: given.metadata === undefined ? metadata : (given.metadata ?? {}),
          }
          const updated = update(stored, wants(body), now)
          const { appointment } = updated ?? stored
          expect({ title: appointment.title, metadata: appointment.metadata }).toEqual(expected)
          const different = (['title', 'metadata'] as const).filter(
            (field) => !isDeepStrictEqual(expected[field], { title, metadata }[field]),
          )
          expect(updated?.changed ?? []).toEqual(different)
        },
      ),
    )
  })
})

describe('a request to update', () => {
  const { id: _, customer: _customer, ...fields } = updateRequest.shape
  const values: Required<UpdateRequest> = {
    id: 'a-1',
    title: 'Review',
    notes: 'Bring the contract',
    metadata: { a: 1 },
    notificationHeaders: { 'x-a': 'b' },
    customer: {},
  }

  it.each(Object.keys(fields) as (keyof typeof fields)[])('does not lose its %s', (field) => {
    const updated = update(aStored(), wants({ [field]: values[field] }), now)
    expect(updated?.changed).toEqual([field])
    expect(updated?.appointment[field]).toEqual(values[field])
    const cleared = update(aStored({ [field]: values[field] }), wants({ [field]: null }), now)
    expect(cleared?.changed).toEqual([field])
    expect(cleared?.appointment[field] ?? {}).toEqual({})
  })
})

describe('the customer of an update', () => {
  const fields = ['email', 'phone', 'username'] as const
  const values = { email: 'ada@example.com', phone: '+4930123456', username: 'ada' }
  const holding = (has: RosterParticipant['has']) =>
    aStored({}, { roster: { participants: [{ id: 'ada', type: 'CUSTOMER', ...(has && { has }) }] } })
  const changeOf = (wanted: Record<(typeof fields)[number], 'keep' | 'clear' | 'set'>) => {
    const value = (field: (typeof fields)[number]) =>
      wanted[field] === 'keep' ? undefined : wanted[field] === 'clear' ? null : values[field]
    return {
      contact: { primaryEmail: value('email'), primaryPhone: value('phone'), keep: 'contact' },
      username: value('username'),
      name: { firstName: 'Ada' },
    }
  }
  const action = fc.constantFrom('keep' as const, 'clear' as const, 'set' as const)

  it('sets and clears exactly the given fields, and never loses its last contact', () => {
    fc.assert(
      fc.property(
        fc.subarray([...fields], { minLength: 1 }),
        fc.record({ email: action, phone: action, username: action }),
        (has, wanted) => {
          const left = fields.filter(
            (field) => wanted[field] === 'set' || (wanted[field] === 'keep' && has.includes(field)),
          )
          const run = () => update(holding(has), wants({ customer: changeOf(wanted) }), now)
          if (left.length === 0) {
            expect(run).toThrow('CONTACT_REQUIRED')
            return
          }
          const patch = run()?.customer
          expect(patch).toEqual({
            id: 'ada',
            firstName: 'Ada',
            ...Object.fromEntries(
              fields.filter((field) => wanted[field] === 'set').map((field) => [field, values[field]]),
            ),
            clear: fields.filter((field) => wanted[field] === 'clear'),
          })
        },
      ),
    )
  })

  it('can be renamed even if its contacts are unknown', () => {
    expect(
      update(holding(undefined), wants({ customer: { name: { lastName: 'L' } } }), now)?.customer,
    ).toEqual({
      id: 'ada',
      lastName: 'L',
      clear: [],
    })
  })
})
