import { beforeEach, describe, expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import { createResponseCopies, keyedRequest } from '../src/index.ts'

const SECRET = 'a secret of at least thirty-two bytes'
const entries = new Map<string, string>()
const store = {
  get: (key: string) => Promise.resolve(entries.get(key)),
  set: (key: string, value: string) => {
    entries.set(key, value)
    return Promise.resolve()
  },
}
const noted: string[][] = []
const copiesOf = (over: Partial<Parameters<typeof createResponseCopies>[0]> = {}) =>
  createResponseCopies({
    store,
    secret: SECRET,
    noteSubject: (...note) => {
      noted.push(note)
      return Promise.resolve()
    },
    log: silentLog,
    ...over,
  })
const copies = copiesOf()

const requestOf = (body: unknown) =>
  keyedRequest({ key: 'k', caller: { roles: [] }, operation: 'o', path: '/', query: {}, body })
const request = requestOf({ a: 1 })
const other = requestOf({ a: 2 })
const response = {
  status: 201,
  headers: { 'content-type': 'application/json', etag: '"1"', 'x-request-id': 'r-1' },
  body: Buffer.from('{"contact":"canary@example.com"}'),
}

beforeEach(() => {
  entries.clear()
  noted.length = 0
})

describe('the copy of a response', () => {
  it('is found for the same request only, marked as replayed', async () => {
    await copies.keep(request, response)
    expect(await copies.find(request)).toEqual({
      status: 201,
      headers: { 'content-type': 'application/json', etag: '"1"', 'idempotency-replayed': 'true' },
      body: response.body,
    })
    expect(await copies.find(other)).toBeUndefined()
  })

  it('of another request with the key is an error if no service stores the responses', async () => {
    await copies.keep(request, response)
    await expect(copiesOf({ isOwner: true }).find(other)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('is stored encrypted, and its key is recorded with its subject', async () => {
    await copies.keep(request, response, 'a-1')
    const [[key = '', value = ''] = []] = entries
    expect(key + value + Buffer.from(value, 'base64').toString('latin1')).not.toContain('canary')
    expect(noted).toEqual([['a-1', key]])
  })

  it('is not stored if it is large', async () => {
    await copies.keep(request, { ...response, body: Buffer.alloc(16_384) })
    expect(entries.size).toBe(0)
  })

  it('is ignored if it cannot be decrypted', async () => {
    await copies.keep(request, response)
    expect(await copiesOf({ secret: `another: ${SECRET}` }).find(request)).toBeUndefined()
  })

  it('is optional while the store is down', async () => {
    const down = () => Promise.reject(new Error('down'))
    const without = copiesOf({ store: { get: down, set: down } })
    await without.keep(request, response)
    expect(await without.find(request)).toBeUndefined()
  })
})
