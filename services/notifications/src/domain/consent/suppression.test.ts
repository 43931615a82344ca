import { describe, expect, it } from 'vitest'
import { notificationTypes, suppressionReasons } from '@appointments/contracts'
import { optOutOf } from './opt-out-words.ts'
import { suppressedBy } from './suppression.ts'

describe('a suppression', () => {
  it.each(suppressionReasons)('for %s applies to the types it covers', (reason) => {
    const kept = notificationTypes.filter((type) => suppressedBy(type, [{ reason }]) !== undefined)
    expect(kept).toEqual(reason === 'UNSUBSCRIBE' ? ['REMINDER', 'FOLLOW_UP'] : [...notificationTypes])
  })

  it('is reported by its strongest reason, or not at all', () => {
    expect(suppressedBy('REMINDER', [{ reason: 'UNSUBSCRIBE' }, { reason: 'STOP' }])).toBe(
      'recipient_stopped',
    )
    expect(suppressedBy('CANCELLED', [{ reason: 'UNSUBSCRIBE' }])).toBeUndefined()
    expect(suppressedBy('REMINDER', [])).toBeUndefined()
  })
})

it.each([
  ['STOP', undefined, 'STOP'],
  [' stop\n', undefined, 'STOP'],
  ['Unstop', undefined, 'START'],
  ['please stop calling', undefined, undefined],
  ['1', undefined, undefined],
  ['Arrêt', 'STOP', 'STOP'],
  ['STOP', 'HELP', undefined],
])('reads the reply %j, classified by the provider as %s, as %s', (body, type, asked) => {
  expect(optOutOf(body, type)).toBe(asked)
})
