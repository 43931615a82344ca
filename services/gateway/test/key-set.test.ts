import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { JWT_SECRET } from './support/secrets.ts'
import { startStubService, type StubService } from './support/stub-service.ts'
import { signed } from './support/tokens.ts'

const PATH = '/api/v2/appointments/appointment-1'
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const jwk = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), ...more })

const keys = {
  rsa: jwk(rsa.publicKey, { kid: 'rsa-1', use: 'sig' }),
  ec: jwk(ec.publicKey, { kid: 'ec-1', alg: 'ES256' }),
  other: jwk(other.publicKey, { kid: 'rsa-2' }),
}
const byRsa = signed({}, rsa.privateKey, { algorithm: 'RS256', keyid: 'rsa-1' })
const byEc = signed({}, ec.privateKey, { algorithm: 'ES256', keyid: 'ec-1' })
const byOther = signed({}, other.privateKey, { algorithm: 'RS256', keyid: 'rsa-2' })

let issuer: StubService
let gateway: TestGateway
const status = async (token: string) => (await gateway.call(PATH, { token })).status
const start = async (env: Record<string, string> = {}) => {
  gateway = await startTestGateway({
    env: { JWT_SECRET: '', JWT_JWKS_URL: `${issuer.url}/keys`, JWT_SIGNING_KEY: pem(own.privateKey), ...env },
  })
}
beforeEach(async () => {
  issuer = await startStubService()
  issuer.respondWith({ body: { keys: [keys.rsa, keys.ec] } })
})
afterEach(async () => {
  await gateway.stop()
  await issuer.stop()
})

describe('keys of a token issuer', () => {
  it('verify RS256, PS256 and ES256 after a single fetch', async () => {
    await start()
    expect(await status(byRsa)).toBe(200)
    expect(await status(byEc)).toBe(200)
    expect(await status(signed({}, rsa.privateKey, { algorithm: 'PS256', keyid: 'rsa-1' }))).toBe(200)
    expect(issuer.arrivals).toHaveLength(1)
  })

  it('are fetched once for concurrent requests', async () => {
    await start()
    const statuses = await Promise.all([byRsa, byEc, byRsa, byEc].map(status))
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(issuer.arrivals).toHaveLength(1)
  })

  it('reject an HMAC, whatever its key', async () => {
    await start()
    const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(await status(signed({}, publicPem, { keyid: 'rsa-1' }))).toBe(401)
    expect(await status(signed({}, JSON.stringify(keys.rsa), { keyid: 'rsa-1' }))).toBe(401)
    expect(await status(signed({}, JWT_SECRET))).toBe(401)
  })

  it('ignore a symmetric key in the set', async () => {
    const k = Buffer.from(JWT_SECRET).toString('base64url')
    issuer.respondWith({ body: { keys: [{ kty: 'oct', k, kid: 'oct-1', alg: 'HS256' }, keys.rsa] } })
    await start()
    expect(await status(signed({}, JWT_SECRET, { keyid: 'oct-1' }))).toBe(401)
    expect(await status(byRsa)).toBe(200)
  })

  it('are used only for their intended use and algorithm', async () => {
    issuer.respondWith({
      body: {
        keys: [
          { ...keys.rsa, use: 'enc' },
          { ...keys.other, alg: 'PS256' },
          jwk(p384.publicKey, { kid: 'p384' }),
          { kty: 'RSA', kid: 'broken', n: '?', e: '?' },
          'nonsense',
        ],
      },
    })
    await start()
    expect(await status(byRsa)).toBe(401)
    expect(await status(byOther)).toBe(401)
    expect(await status(signed({}, other.privateKey, { algorithm: 'PS256', keyid: 'rsa-2' }))).toBe(200)
    expect(await status(signed({}, p384.privateKey, { algorithm: 'ES384', keyid: 'p384' }))).toBe(401)
  })

  it('accept a token without kid only if exactly one key fits', async () => {
    await start()
    expect(await status(signed({}, rsa.privateKey, { algorithm: 'RS256' }))).toBe(200)
    issuer.respondWith({ body: { keys: [keys.rsa, keys.other] } })
    gateway.clock.pass(31_000)
    expect(await status(byOther)).toBe(200)
    expect(await status(signed({ jti: '2' }, rsa.privateKey, { algorithm: 'RS256' }))).toBe(401)
  })

  it('are fetched again for an unknown kid, at most every 30 seconds', async () => {
    await start()
    expect(await status(byRsa)).toBe(200)
    issuer.respondWith({ body: { keys: [keys.rsa, keys.other] } })
    expect(await status(byOther)).toBe(401)
    expect(issuer.arrivals).toHaveLength(1)
    gateway.clock.pass(31_000)
    expect(await status(byOther)).toBe(200)
    expect(issuer.arrivals).toHaveLength(2)
    for (const kid of ['x', 'y', 'z'])
      expect(await status(signed({}, other.privateKey, { algorithm: 'RS256', keyid: kid }))).toBe(401)
    expect(issuer.arrivals).toHaveLength(2)
  })

  it('stay in use while the issuer fails', async () => {
    await start()
    expect(await status(byRsa)).toBe(200)
    for (const response of [{ status: 500 }, { body: 'no keys' }, { body: { keys: 'none' } }]) {
      issuer.respondWith(response)
      gateway.clock.pass(11 * 60_000)
      expect(await status(byRsa)).toBe(200)
    }
  })

  it('cause 503 until the first successful fetch', async () => {
    issuer.respondWith({ status: 500 })
    await start()
    const response = await gateway.call(PATH, { token: byRsa })
    expect(response.status).toBe(503)
    expect(response.json).toMatchObject({ code: 'UNAVAILABLE' })
    expect(response.headers['retry-after']).toBeDefined()
    issuer.respondWith({ body: { keys: [keys.rsa] } })
    expect(await status(byRsa)).toBe(200)
    expect(gateway.arrivals()).toHaveLength(1)
  })

  it('verify only the configured algorithms', async () => {
    await start({ JWT_ALGORITHMS: 'ES256' })
    expect(await status(byEc)).toBe(200)
    expect(await status(byRsa)).toBe(401)
  })
})

describe("the gateway's own key", () => {
  it('is published, and verifies only tokens signed with it that name it', async () => {
    await start()
    const published = (await gateway.call('/.well-known/jwks.json')).json as {
      keys: Record<string, string>[]
    }
    expect(published.keys).toHaveLength(1)
    expect(published.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
    expect(published.keys[0]).not.toHaveProperty('d')
    const keyid = published.keys[0]?.kid ?? ''
    expect(await status(signed({}, own.privateKey, { algorithm: 'ES256', keyid }))).toBe(200)
    expect(await status(signed({}, ec.privateKey, { algorithm: 'ES256', keyid }))).toBe(401)
    expect(await status(signed({}, own.privateKey, { algorithm: 'ES256' }))).toBe(401)
  })

  it('is not published if it is a secret', async () => {
    gateway = await startTestGateway()
    expect((await gateway.call('/.well-known/jwks.json')).status).toBe(404)
  })
})
