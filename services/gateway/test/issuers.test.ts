import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { startStubService, type StubService } from './support/stub-service.ts'
import { signed } from './support/tokens.ts'

const PATH = '/api/v2/appointments/appointment-1'
const STAFF = 'https://staff.example'
const PARTNER = 'https://partner.example'
const SHARED = 'https://shared.example'
const keysOf = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const staff = keysOf()
const partner = keysOf()
const keySet = (key: KeyObject) => ({ keys: [{ ...key.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] })
const by = (keys: { privateKey: KeyObject }, claims: Record<string, unknown>) =>
  signed(claims, keys.privateKey, { algorithm: 'RS256', keyid: 'k' })

let staffKeys: StubService
let partnerKeys: StubService
let gateway: TestGateway
beforeAll(async () => {
  ;[staffKeys, partnerKeys] = await Promise.all([startStubService(), startStubService()])
  staffKeys.respondWith({ body: keySet(staff.publicKey) })
  partnerKeys.respondWith({ body: keySet(partner.publicKey) })
  gateway = await startTestGateway({
    env: {
      JWT_ISSUERS: JSON.stringify([
        { issuer: STAFF, jwksUrl: `${staffKeys.url}/keys`, audience: 'appointments' },
        { issuer: PARTNER, jwksUrl: `${partnerKeys.url}/keys`, organization: 'org-2' },
        { issuer: SHARED, audience: 'appointments' },
      ]),
    },
  })
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([staffKeys.stop(), partnerKeys.stop()])
})
beforeEach(() => gateway.reset())

const call = (token: string) => gateway.call(PATH, { token })
/** The organization of the caller as the service sees it. */
async function organizationOf(token: string): Promise<unknown> {
  expect((await call(token)).status).toBe(200)
  const internal = String(gateway.arrivals()[0]?.headers['x-internal-caller'])
  const claims = JSON.parse(Buffer.from(internal.split('.')[1] ?? '', 'base64url').toString()) as object
  return JSON.stringify(claims).match(/"organizationId":"([^"]*)"/)?.[1]
}

describe('tokens of several issuers', () => {
  it('are verified with the keys of the issuer they name', async () => {
    expect((await call(by(staff, { iss: STAFF, aud: 'appointments' }))).status).toBe(200)
    expect((await call(by(partner, { iss: PARTNER }))).status).toBe(200)
    for (const token of [
      by(partner, { iss: STAFF, aud: 'appointments' }),
      by(staff, { iss: PARTNER }),
      by(staff, {}),
      by(staff, { iss: 'https://unknown.example' }),
      by(staff, { iss: [STAFF], aud: 'appointments' }),
    ]) {
      expect(await call(token)).toMatchObject({ status: 401, json: { reason: 'TOKEN_SIGNATURE' } })
    }
  })

  it('need the audience of their issuer', async () => {
    for (const aud of [undefined, 'another'])
      expect(await call(by(staff, { iss: STAFF, ...(aud !== undefined && { aud }) }))).toMatchObject({
        status: 401,
        json: { reason: 'TOKEN_AUDIENCE' },
      })
  })

  it('are verified with the shared secret if their issuer has no key set', async () => {
    expect((await call(signed({ iss: SHARED, aud: 'appointments' }))).status).toBe(200)
    expect((await call(signed({ iss: SHARED }))).json).toMatchObject({ reason: 'TOKEN_AUDIENCE' })
    expect((await call(by(staff, { iss: SHARED, aud: 'appointments' }))).json).toMatchObject({
      reason: 'TOKEN_SIGNATURE',
    })
  })

  it('are valid only for the organization of their issuer, if it has one', async () => {
    expect(await organizationOf(by(partner, { iss: PARTNER }))).toBe('org-2')
    gateway.reset()
    expect(await organizationOf(by(partner, { iss: PARTNER, organizationId: 'org-2' }))).toBe('org-2')
    gateway.reset()
    const foreign = await call(by(partner, { iss: PARTNER, organizationId: 'org-1' }))
    expect(foreign).toMatchObject({ status: 401, json: { reason: 'TOKEN_CLAIM' } })
    expect(gateway.arrivals()).toEqual([])
  })

  it('may also come from the issuer that the other variables configure', async () => {
    expect((await call(signed())).status).toBe(200)
    expect((await call(signed({ iss: 'https://unknown.example' }))).status).toBe(200)
  })
})

describe('the issuer of a development machine', () => {
  it('receives cookies and sets cookies', async () => {
    const issuer = await startStubService()
    const own = await startTestGateway({ env: { DEV_ISSUER_URL: issuer.url } })
    issuer.respondWith({ body: {}, headers: { 'set-cookie': 'session=1; HttpOnly' } })
    const response = await own.call('/dev/issuer/authorize?x=1', { headers: { cookie: 'session=0' } })
    expect(response).toMatchObject({ status: 200, headers: { 'set-cookie': ['session=1; HttpOnly'] } })
    expect(issuer.arrivals).toMatchObject([
      { url: '/dev/issuer/authorize?x=1', headers: { cookie: 'session=0' } },
    ])
    expect(own.arrivals()).toEqual([])
    await own.stop()
    await issuer.stop()
  })

  it('does not exist otherwise', async () => {
    expect((await gateway.call('/dev/issuer/authorize')).status).toBe(404)
  })
})
