import { expect, it } from 'vitest'
import { domainOf, oneLine } from './header-text.ts'

it('oneLine removes line breaks and control characters', () => {
  expect(oneLine('One\r\nBcc: all@example.com\u0000\t!')).toBe('One Bcc: all@example.com !')
  expect(oneLine('  plain – text ')).toBe('plain – text')
})

it('domainOf returns the part after the last @', () => {
  expect(domainOf('"a@b"@example.com')).toBe('example.com')
})
