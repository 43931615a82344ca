import { expect, it } from 'vitest'
import { domainOf, oneLine } from './header-text.ts'

it('makes one line of any text', () => {
  expect(oneLine('One\r\nBcc: all@example.com\u0000\t!')).toBe('One Bcc: all@example.com !')
  expect(oneLine('  plain – text ')).toBe('plain – text')
})

it('knows the domain of an address', () => {
  expect(domainOf('"a@b"@example.com')).toBe('example.com')
})
