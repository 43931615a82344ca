import { expect, it } from 'vitest'
import { isReachableFromOutside } from './reachable-from-outside.ts'

it.each([
  ['https://appointments.bank.com', true],
  ['https://appointments.bank.com/base', true],
  ['https://8.8.8.8', true],
  ['http://appointments.bank.com', false],
  ['https://localhost:8080', false],
  ['https://gateway', false],
  ['https://gateway.internal', false],
  ['https://appointments.example', false],
  ['https://127.0.0.1', false],
  ['https://10.1.2.3', false],
  ['https://[::1]', false],
  ['https://[2001:4860:4860::8888]', true],
])('decides whether a provider can reach %s: %s', (url, expected) => {
  expect(isReachableFromOutside(url)).toBe(expected)
})
