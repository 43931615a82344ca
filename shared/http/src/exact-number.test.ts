import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isExact } from './exact-number.ts'

it.each(['0', '-0', '0.1', '1.0', '1e2', '1E+2', '-12.50', '0.30000000000000004', '1e23', '0e999', '0.000'])(
  '%s is exact [H4]',
  (text) => expect(isExact(text)).toBe(true),
)
it.each(['9007199254740992', '100000000000000000000', '1.7976931348623157e308', '5e-324'])(
  '%s is exact, however large or small [H4]',
  (text) => expect(isExact(text)).toBe(true),
)
it.each([
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678',
  '0.12345678901234567890123',
  '1e400',
  '-1e400',
  '1e-400',
  '1.00000000000000001',
  `1${'0'.repeat(400)}`,
  `0.${'1'.repeat(90_000)}`,
])('%s is not exact [H4]', (text) => expect(isExact(text)).toBe(false))

it('every double is exact as JSON [H4]', () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(fc.property(double, (value) => isExact(JSON.stringify(value))))
})
