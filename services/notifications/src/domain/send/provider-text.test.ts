import { expect, it } from 'vitest'
import { withoutAddresses } from './provider-text.ts'

it.each([
  ['550 5.1.1 <ada@example.com>: no such user', '550 5.1.1 <<address>>: no such user'],
  ['451 4.7.1 ada.lovelace+news@mail.example.com greylisted', '451 4.7.1 <address> greylisted'],
  ["21211 The 'To' number +4930123456 is not valid", "21211 The 'To' number <number> is not valid"],
  ['no route to +49 (0) 30 123-456', 'no route to <number>'],
  ['unknown subscriber 004930123456', 'unknown subscriber <number>'],
  ['unknown subscriber 030/1234-567', 'unknown subscriber <number>'],
  ['30003 Unreachable destination handset', '30003 Unreachable destination handset'],
  ['connect ECONNREFUSED 127.0.0.1:8443', 'connect ECONNREFUSED 127.0.0.1:8443'],
  ['250 2.0.0 Ok: queued as 4bXyZ12345678', '250 2.0.0 Ok: queued as 4bXyZ12345678'],
])('stores the provider text "%s" as "%s" [H7]', (text, kept) => {
  expect(withoutAddresses(text)).toBe(kept)
})
