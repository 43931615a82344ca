import { describe, expect, it } from 'vitest'
import { isBlockedAddress } from './blocked-addresses.ts'

describe('special networks [H8]', () => {
  it.each([
    ['IPv4-compatible', '::8.8.8.8'],
    ['IPv4-mapped', '::ffff:8.8.8.8'],
    ['site-local', 'fec0::1'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['documentation', '3fff:fff::1'],
    ['cloud host', '168.63.129.16'],
  ])('blocks %s addresses: %s', (_kind, address) => {
    expect(isBlockedAddress(address)).toBe(true)
  })
})

it.each([
  '127.0.0.1',
  '127.255.255.255',
  '10.0.0.1',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'no address',
])('blocks %s', (address) => {
  expect(isBlockedAddress(address)).toBe(true)
})

it.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '168.63.129.17',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
])('allows %s', (address) => {
  expect(isBlockedAddress(address)).toBe(false)
})
