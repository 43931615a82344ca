import { describe, expect, it } from 'vitest'
import { keyedRequest } from '../src/index.ts'

type Asked = Parameters<typeof keyedRequest>[0]
const asked: Asked = {
  key: 'k',
  caller: { roles: ['ROLE_AGENT', 'ROLE_SUPERVISOR'], userId: 'agent-7', organizationId: 'org-1' },
  operation: 'v2.scheduleAppointment',
  path: '/api/v2/appointments',
  query: { a: '1', b: '2' },
  body: { start: 'now', customers: [{ username: 'ada', tags: [1, 2] }] },
}
const first = keyedRequest(asked)
const compared = (over: Partial<Asked>) => {
  const other = keyedRequest({ ...asked, ...over })
  return { isSameKey: other.keyHash === first.keyHash, isSame: other.fingerprint === first.fingerprint }
}

describe('the fingerprint of a request', () => {
  it('depends on the content of a request and not on its order', () => {
    const body = { customers: [{ tags: [1, 2], username: 'ada' }], start: 'now' }
    expect(compared({ query: { b: '2', a: '1' }, body })).toEqual({ isSameKey: true, isSame: true })
  })

  it.each([
    ['path', { path: '/api/v2/appointments/reschedule' }],
    ['query', { query: { a: '1' } }],
    ['body', { body: { start: 'later' } }],
    ['order of a list', { body: { start: 'now', customers: [{ username: 'ada', tags: [2, 1] }] } }],
    ['missing body', { body: undefined }],
  ])('differs for another %s', (_what, over: Partial<Asked>) => {
    expect(compared(over)).toEqual({ isSameKey: true, isSame: false })
  })
})

describe('the key of a request', () => {
  const { caller } = asked
  it.each([
    ['key', { key: 'other' }],
    ['operation', { operation: 'v1.scheduleAppointment' }],
    ['user', { caller: { ...caller, userId: 'agent-8' } }],
    ['organization', { caller: { ...caller, organizationId: 'org-2' } }],
    ['roles', { caller: { ...caller, roles: ['ROLE_AGENT'] } }],
    ['proved address', { caller: { ...caller, verifiedContact: { channel: 'SMS', to: '+4930123' } } }],
    ['appointment of a customer', { caller: { ...caller, customer: { via: 'room', appointmentId: 'a-2' } } }],
  ] satisfies [string, Partial<Asked>][])('differs for another %s', (_what, over) => {
    expect(compared(over).isSameKey).toBe(false)
  })

  it('is the same for the same caller, regardless of its one-time password and the order of its roles', () => {
    const roles = [...caller.roles].reverse()
    const same = { ...caller, roles, oneTimePassword: { id: 'p-1', applicationId: 'app-1' } }
    expect(compared({ caller: same })).toEqual({ isSameKey: true, isSame: true })
  })

  it('distinguishes machines by their client, but not users', () => {
    const machine = (clientId: string) => keyedRequest({ ...asked, caller: { roles: [], clientId } }).keyHash
    expect(machine('one')).not.toBe(machine('two'))
    expect(compared({ caller: { ...caller, clientId: 'one' } }).isSameKey).toBe(true)
  })

  it('does not reveal the content of the request', () => {
    expect(JSON.stringify(first)).not.toMatch(/agent-7|ada|now/)
  })
})
