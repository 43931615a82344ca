import { describe, expect, it } from 'vitest'
import { notificationTypes, suppressionReasons } from '@appointments/contracts'
import { optOutOf } from './opt-out-words.ts'
import { suppressedBy } from './suppression.ts'

describe('a suppression', () => {
  it.each(suppressionReasons)('for %s keeps what it is for', (reason) => {
    const kept = notificationTypes.filter((type) => suppressedBy(type, [{ reason }]) !== undefined)
    expect(kept).toEqual(reason === 'UNSUBSCRIBE' ? ['REMINDER', 'FOLLOW_UP'] : [...notificationTypes])
  })

  it('is told by its strongest reason, and none keeps nothing', () => {
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
])('the answer %j, which the provider takes for %s, asks for %s', (body, type, asked) => {
  expect(optOutOf(body, type)).toBe(asked)
})
