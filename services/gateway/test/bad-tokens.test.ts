import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UnauthorizedReason } from '@appointments/contracts'
import { manageContexts } from '@appointments/credentials'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { INTERNAL_SECRET, JWT_SECRET } from './support/secrets.ts'
import { claims, signed, tokenOf } from './support/tokens.ts'

const PATH = '/api/v2/appointments/appointment-1'
const ISSUER = 'https://issuer.example'
const AUDIENCE = 'appointments'
const named = (over: Record<string, unknown> = {}) => ({ iss: ISSUER, aud: AUDIENCE, ...over })
const good = (over: Record<string, unknown> = {}) => signed(named(over))

const base64url = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()

/** A token with any header and payload, signed with any HMAC. */
function forged(
  header: unknown,
  payload: unknown = claims(named()),
  key: string | Buffer = JWT_SECRET,
  hash = 'sha256',
) {
  const text = `${base64url(header)}.${base64url(payload)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}
const [head, body, signature] = good().split('.') as [string, string, string]
const now = () => Math.floor(Date.now() / 1000)
const HS256 = { alg: 'HS256', typ: 'JWT' }

const badTokens: Record<string, string> = {
  'no token at all': '',
  'a word': 'token',
  'two parts': `${head}.${body}`,
  'four parts': `${good()}.x`,
  'five parts, as an encrypted token has': `${head}.x.x.x.x`,
  'only dots': '..',
  'no signature': `${head}.${body}.`,
  'half a signature': `${head}.${body}.${signature.slice(0, 20)}`,
  'the token cut at its end': good().slice(0, -4),
  'the token cut at its start': good().slice(4),
  'another signature': `${head}.${body}.${signed({ other: 1 }).split('.')[2] ?? ''}`,
  'a changed payload': `${head}.${base64url(claims(named({ roles: ['ROLE_SUPERVISOR'] })))}.${signature}`,
  'a changed header': `${base64url({ ...HS256, kid: 'x' })}.${body}.${signature}`,
  'a wrong secret': signed(named(), 'another-secret-that-is-long-enough-too'),
  'an empty secret': forged(HS256, claims(named()), ''),
  'the secret of internal tokens': signed(named(), INTERNAL_SECRET),
  'alg none': `${base64url({ alg: 'none' })}.${body}.`,
  'alg none with a signature': `${base64url({ alg: 'none' })}.${body}.${signature}`,
  'alg None': `${base64url({ alg: 'None' })}.${body}.`,
  'alg NONE': `${base64url({ alg: 'NONE' })}.${body}.`,
  'no alg': forged({ typ: 'JWT' }),
  'alg null': forged({ alg: null }),
  'alg as a list': forged({ alg: ['HS256'] }),
  'alg in lower case': forged({ alg: 'hs256' }),
  'alg HS384': forged({ alg: 'HS384' }, claims(named()), JWT_SECRET, 'sha384'),
  'alg HS512': forged({ alg: 'HS512' }, claims(named()), JWT_SECRET, 'sha512'),
  'alg RS256 with an unknown key': signed(named(), rsa.privateKey, { algorithm: 'RS256' }),
  'alg ES256 with an unknown key': signed(named(), ec.privateKey, { algorithm: 'ES256' }),
  'alg PS256 with an unknown key': signed(named(), rsa.privateKey, { algorithm: 'PS256' }),
  'alg RS256 over an HMAC': forged({ alg: 'RS256' }),
  'an HMAC with a public key': forged(HS256, claims(named()), pem(rsa.publicKey)),
  'an embedded key (jwk)': signed(named(), rsa.privateKey, {
    algorithm: 'RS256',
    header: { alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }) } as never,
  }),
  'a key URL (jku)': signed(named(), rsa.privateKey, {
    algorithm: 'RS256',
    header: { alg: 'RS256', jku: 'https://attacker.example/keys' },
  }),
  'an empty crit': forged({ ...HS256, crit: [] }),
  'crit for an extension': forged({ ...HS256, crit: ['exp'], exp: 1 }),
  'crit with b64': forged({ ...HS256, crit: ['b64'], b64: false }),
  'a header that is text': forged('"HS256"'),
  'a header that is a list': forged([HS256]),
  'a header that is null': forged('null'),
  'a header that is not JSON': forged('{alg:HS256}'),
  'a payload that is text': forged(HS256, '"hello"'),
  'a payload that is a list': forged(HS256, [claims(named())]),
  'a payload that is null': forged(HS256, 'null'),
  'a payload that is not JSON': forged(HS256, 'hello'),
  expired: good({ iat: now() - 7200, exp: now() - 3600 }),
  'expired just beyond the tolerance': good({ iat: now() - 7200, exp: now() - 60 }),
  'no exp': forged(HS256, { ...claims(named()), exp: undefined }),
  'exp as text': forged(HS256, claims(named({ exp: String(now() + 3600) }))),
  'exp null': forged(HS256, claims(named({ exp: null }))),
  'exp zero': forged(HS256, claims(named({ exp: 0 }))),
  'exp negative': forged(HS256, claims(named({ exp: -1 }))),
  'not yet valid': good({ nbf: now() + 3600 }),
  'nbf as text': forged(HS256, claims(named({ nbf: 'tomorrow' }))),
  'no issuer': signed({ aud: AUDIENCE }),
  'another issuer': good({ iss: 'https://somebody.example' }),
  'an issuer with the right prefix only': good({ iss: `${ISSUER}.attacker.example` }),
  'no audience': signed({ iss: ISSUER }),
  'another audience': good({ aud: 'payments' }),
  'a list of other audiences': good({ aud: ['payments', 'mail'] }),
  'more than 8 KiB': good({ padding: 'x'.repeat(8300) }),
  'a manage context instead of a token': manageContexts(INTERNAL_SECRET).sign(
    {
      via: 'manage',
      appointmentId: 'appointment-1',
      participantId: 'p',
      ticketVersion: 1,
      actions: ['READ'],
      epoch: 1,
      manageEpoch: 1,
    },
    'ticket',
    new Date(Date.now() + 60_000),
  ),
}

/** The reasons other than TOKEN_SIGNATURE. */
const reasons: Record<string, UnauthorizedReason> = {
  'no token at all': 'TOKEN_MISSING',
  'a word': 'TOKEN_MALFORMED',
  'two parts': 'TOKEN_MALFORMED',
  'four parts': 'TOKEN_MALFORMED',
  'five parts, as an encrypted token has': 'TOKEN_MALFORMED',
  'only dots': 'TOKEN_MALFORMED',
  'the token cut at its start': 'TOKEN_MALFORMED',
  'an empty crit': 'TOKEN_MALFORMED',
  'crit for an extension': 'TOKEN_MALFORMED',
  'crit with b64': 'TOKEN_MALFORMED',
  'a header that is text': 'TOKEN_MALFORMED',
  'a header that is a list': 'TOKEN_MALFORMED',
  'a header that is null': 'TOKEN_MALFORMED',
  'a header that is not JSON': 'TOKEN_MALFORMED',
  'a payload that is text': 'TOKEN_MALFORMED',
  'a payload that is a list': 'TOKEN_MALFORMED',
  'a payload that is null': 'TOKEN_MALFORMED',
  'a payload that is not JSON': 'TOKEN_MALFORMED',
  expired: 'TOKEN_EXPIRED',
  'expired just beyond the tolerance': 'TOKEN_EXPIRED',
  'no exp': 'TOKEN_NO_EXPIRY',
  'exp as text': 'TOKEN_NO_EXPIRY',
  'exp null': 'TOKEN_NO_EXPIRY',
  'exp zero': 'TOKEN_EXPIRED',
  'exp negative': 'TOKEN_EXPIRED',
  'not yet valid': 'TOKEN_NOT_YET_VALID',
  'nbf as text': 'TOKEN_CLAIM',
  'no issuer': 'TOKEN_ISSUER',
  'another issuer': 'TOKEN_ISSUER',
  'an issuer with the right prefix only': 'TOKEN_ISSUER',
  'no audience': 'TOKEN_AUDIENCE',
  'another audience': 'TOKEN_AUDIENCE',
  'a list of other audiences': 'TOKEN_AUDIENCE',
  'more than 8 KiB': 'TOKEN_MALFORMED',
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE } })
})
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

describe('invalid tokens [5.1, 7 401]', () => {
  it('are tested in more than forty kinds', () => {
    expect(Object.keys(badTokens).length).toBeGreaterThan(40)
  })

  it.each(Object.entries(badTokens))('%s: 401, and no service is called', async (_kind, token) => {
    for (const path of [PATH, '/api/appointments/count']) {
      const response = await gateway.call(path, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(401)
      expect(response.json).toMatchObject({ code: 'UNAUTHORIZED' })
    }
    expect(gateway.arrivals()).toHaveLength(0)
  })

  it.each(Object.entries(badTokens))(
    '[H6] %s: the body and the challenge state the reason',
    async (kind, token) => {
      const response = await gateway.call(PATH, { token })
      const reason = reasons[kind] ?? 'TOKEN_SIGNATURE'
      expect(response.json).toMatchObject({ reason, detail: expect.stringMatching(/^[A-Z]/) as string })
      const { detail } = response.json as { detail: string }
      expect(response.headers['www-authenticate']).toBe(
        reason === 'TOKEN_MISSING'
          ? 'Bearer realm="appointments"'
          : `Bearer realm="appointments", error="invalid_token", error_description="${detail}"`,
      )
    },
  )

  it('[H6] state when a token expired or becomes valid', async () => {
    const detailOf = async (token: string) =>
      ((await gateway.call(PATH, { token })).json as { detail: string }).detail
    const at = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
    const [past, soon] = [now() - 3600, now() + 3600]
    expect(await detailOf(good({ iat: past - 60, exp: past }))).toBe(`The token expired at ${at(past)}`)
    expect(await detailOf(good({ nbf: soon }))).toBe(`The token is not valid before ${at(soon)}`)
  })

  it('[H6] reveal no claim if the signature is invalid', async () => {
    const response = await gateway.call(PATH, {
      token: signed(
        { iss: 'https://somebody.example', exp: now() - 3600 },
        'another-secret-that-is-long-enough-too',
      ),
    })
    expect(response.json).toMatchObject({
      reason: 'TOKEN_SIGNATURE',
      detail: 'The token is not signed with an accepted key',
    })
    expect(JSON.stringify([response.json, response.headers])).not.toContain('expired')
  })

  it.each([
    ['no header', {}, 'TOKEN_MISSING'],
    ['another scheme', { authorization: `Token ${good()}` }, 'TOKEN_SCHEME'],
    ['no scheme', { authorization: good() }, 'TOKEN_SCHEME'],
    ['Basic', { authorization: 'Basic YTpi' }, 'TOKEN_SCHEME'],
    ['a scheme without a token', { authorization: 'Bearer' }, 'TOKEN_MISSING'],
  ])('[H6] %s: the challenge names no error, because there was no token', async (_kind, sent, reason) => {
    const response = await gateway.call(PATH, { headers: sent })
    expect(response.json).toMatchObject({ code: 'UNAUTHORIZED', reason })
    expect(response.headers['www-authenticate']).toBe('Bearer realm="appointments"')
  })

  it.each([
    ['another scheme', { authorization: `Token ${good()}` }],
    ['Basic', { authorization: `Basic ${Buffer.from('agent:secret').toString('base64')}` }],
    ['no scheme', { authorization: good() }],
    ['a scheme with the right prefix only', { authorization: `Bearers ${good()}` }],
    ['a token in another header', { 'x-access-token': good() }],
    ['two tokens', { authorization: `Bearer ${good()} ${good()}` }],
    ['a token as the internal caller', { 'x-internal-caller': good() }],
  ])('%s: 401, and no service is called', async (_kind, headers) => {
    expect((await gateway.call(PATH, { headers })).status).toBe(401)
    expect(gateway.arrivals()).toHaveLength(0)
  })

  it('a token in the query: 401', async () => {
    expect((await gateway.call(`${PATH}?access_token=${good()}`)).status).toBe(401)
  })
})

describe('valid tokens [5.1]', () => {
  it.each([
    ['a plain token', good()],
    ['several audiences', good({ aud: ['payments', AUDIENCE] })],
    ['expired within the tolerance', good({ iat: now() - 100, exp: now() - 10 })],
    ['valid from a time within the tolerance', good({ nbf: now() + 10 })],
    ['an unnecessary kid', signed(named(), JWT_SECRET, { keyid: 'any' })],
  ])('are accepted: %s', async (_kind, token) => {
    expect((await gateway.call(PATH, { token })).status).toBe(200)
  })

  it('are accepted with the scheme in any case', async () => {
    expect((await gateway.call(PATH, { headers: { authorization: `bearer ${good()}` } })).status).toBe(200)
  })

  it('are not cached beyond their expiry', async () => {
    const own = await startTestGateway()
    const token = tokenOf('ROLE_AGENT', { exp: Math.floor(own.clock.now().getTime() / 1000) + 5 })
    expect((await own.call(PATH, { token })).status).toBe(200)
    own.clock.pass(4_000)
    expect((await own.call(PATH, { token })).status).toBe(200)
    own.clock.pass(40_000)
    expect((await own.call(PATH, { token })).status).toBe(401)
    await own.stop()
  })

  it('get a new internal token before the old one expires', async () => {
    const own = await startTestGateway()
    const token = tokenOf('ROLE_AGENT')
    await own.call(PATH, { token })
    own.clock.pass(10_000)
    await own.call(PATH, { token })
    const [first, second] = own.appointments.arrivals.map(({ headers }) => headers['x-internal-caller'])
    expect(second).toBe(first)
    expect(own.appointments.arrivals[1]?.caller?.roles).toEqual(['ROLE_AGENT'])
    await own.stop()
  })
})
