import type { KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import jwt from 'jsonwebtoken'
import { deriveKey, manageContexts, type ManageGrant } from '../src/index.ts'

const SECRET = 'internal-secret-for-tests-0123456789'
const contexts = manageContexts(SECRET)
const grant: ManageGrant = {
  via: 'manage',
  appointmentId: 'a-1',
  participantId: 'p-1',
  ticketVersion: 2,
  actions: ['READ', 'CANCEL'],
  epoch: 3,
  manageEpoch: 3,
}
const now = new Date('2027-01-09T09:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a manage context', () => {
  const context = contexts.sign(grant, 'hash', later(900))

  it('is valid with the ticket that it was signed for, until it expires', () => {
    expect(contexts.read(context, 'hash', now)).toEqual(grant)
    expect(contexts.read(context, 'hash', later(920))).toEqual(grant)
    expect(contexts.read(context, 'hash', later(931))).toBeUndefined()
  })

  it('is invalid with another ticket, under another secret, or if changed', () => {
    expect(contexts.read(context, 'other', now)).toBeUndefined()
    expect(manageContexts(`${SECRET}x`).read(context, 'hash', now)).toBeUndefined()
    expect(contexts.read(`${context}x`, 'hash', now)).toBeUndefined()
    expect(contexts.read('', 'hash', now)).toBeUndefined()
  })

  it('is not read from a token of another purpose, nor for another kind of grant', () => {
    const of = (key: KeyObject, claims: object) =>
      jwt.sign({ ticket: 'hash', exp: later(900).getTime() / 1000, ...claims }, key)
    expect(contexts.read(of(deriveKey(SECRET, 'internal'), { grant }), 'hash', now)).toBeUndefined()
    const key = deriveKey(SECRET, 'manage-context')
    expect(contexts.read(of(key, { grant }), 'hash', now)).toEqual(grant)
    const room = { via: 'room', appointmentId: 'a-1' }
    expect(contexts.read(of(key, { grant: room }), 'hash', now)).toBeUndefined()
    expect(contexts.read(of(key, {}), 'hash', now)).toBeUndefined()
  })
})
