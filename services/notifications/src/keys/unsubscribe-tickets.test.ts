import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressFingerprint } from './address-fingerprint.ts'
import { unsubscribeTickets } from './unsubscribe-tickets.ts'

const SECRET = 'a secret of these tests that is long enough'
const fingerprint = addressFingerprint(SECRET)
const tickets = unsubscribeTickets(SECRET, 'https://x.example', fingerprint)
const ticketOf = (applicationId: string, address: string) =>
  tickets.linkFor(applicationId, address).replace('https://x.example/unsubscribe/', '')

it('a ticket can be read back, fits into a path, and contains only a masked address', () => {
  fc.assert(
    fc.property(fc.string(), fc.emailAddress(), (applicationId, address) => {
      const ticket = ticketOf(applicationId, address)
      expect(ticket).toMatch(/^[\w-]+(\.[\w-]+){3}$/)
      const [first = ''] = address
      const subject = { applicationId, recipient: fingerprint(address) }
      const maskedAddress = `${first}…${address.slice(address.lastIndexOf('@'))}`
      expect(tickets.read(ticket)).toEqual({ ...subject, maskedAddress })
      // a ticket of an older release has two parts
      expect(tickets.read(ticket.split('.').slice(0, 2).join('.'))).toEqual(subject)
    }),
  )
})

it('rejects forged and altered tickets', () => {
  const ticket = ticketOf('app', 'ada@example.com')
  const strangers = unsubscribeTickets(`${SECRET}!`, 'https://x.example', fingerprint)
  expect(strangers.read(ticket)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(ticket.length - 1), fc.constantFrom('A', 'z', '.', ''), (at, other) => {
      const changed = ticket.slice(0, at) + other + ticket.slice(at + 1)
      fc.pre(changed !== ticket)
      expect(tickets.read(changed)).toBeUndefined()
    }),
  )
  for (const nonsense of ['', '.', 'a.b', 'ä.ö']) expect(tickets.read(nonsense)).toBeUndefined()
})
