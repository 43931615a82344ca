import { expect, it } from 'vitest'
import { visitorAddressOf } from './requester.ts'

const of = (ip: string) => visitorAddressOf({ ip })

it('a visitor is an IPv4 address, or the network of 64 bits of an IPv6 address', () => {
  expect(of('192.0.2.1')).not.toBe(of('192.0.2.2'))
  expect(of('::ffff:192.0.2.1')).toBe(of('192.0.2.1'))
  expect(of('2001:db8:1:2::1')).toBe(of('2001:db8:1:2:ffff::9'))
  expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'))
})

it('a visitor is the same at every port that a proxy reports', () => {
  expect(of('192.0.2.1:50123')).toBe(of('192.0.2.1'))
  expect(of('[2001:db8:1:2::1]:443')).toBe(of('2001:db8:1:2::1'))
})
