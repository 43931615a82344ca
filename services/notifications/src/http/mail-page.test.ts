import { expect, it } from 'vitest'
import { inScheme } from './mail-page.ts'

const mail =
  '<meta name="color-scheme" content="light dark"><style>@media (prefers-color-scheme: dark) { p {} }</style>'

it('shows a mail in the chosen colour scheme', () => {
  expect(inScheme(mail, 'dark')).toBe(
    '<meta name="color-scheme" content="dark"><style>@media all { p {} }</style>',
  )
  expect(inScheme(mail, 'light')).toBe(
    '<meta name="color-scheme" content="light"><style>@media not all { p {} }</style>',
  )
})

it.each([undefined, '', 'blue', 'constructor', ['dark']])('does not change the mail for %j', (scheme) => {
  expect(inScheme(mail, scheme)).toBe(mail)
})
