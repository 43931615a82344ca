import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readGatewayConfig } from '../src/config.ts'
import { INTERNAL_SECRET, JWT_SECRET } from './support/secrets.ts'

const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const minimal = { INTERNAL_SECRET, JWT_SECRET }
const keySet = { INTERNAL_SECRET, JWT_JWKS_URL: 'https://issuer.example/keys', JWT_SIGNING_KEY: privateKey }

describe('the configuration', () => {
  it('has defaults for everything except secrets', () => {
    expect(readGatewayConfig(minimal)).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      TENANCY: 'optional',
      JWT_ALGORITHMS: ['HS256'],
      RATE_LIMIT_FACTOR: 1,
      TRUSTED_PROXIES: [],
      DEADLINE_MS: 5000,
      DEV_VIEWER: false,
    })
  })

  it('requires an organization in production by default', () => {
    expect(readGatewayConfig({ ...minimal, NODE_ENV: 'production' }).TENANCY).toBe('required')
    expect(readGatewayConfig({ ...minimal, NODE_ENV: 'production', TENANCY: 'optional' }).TENANCY).toBe(
      'optional',
    )
  })

  it('rejects the message viewer in production [H8]', () => {
    expect(() => readGatewayConfig({ ...minimal, NODE_ENV: 'production', DEV_VIEWER: 'true' })).toThrow(
      'DEV_VIEWER: must be off when NODE_ENV is production',
    )
    expect(readGatewayConfig({ ...minimal, NODE_ENV: 'production', DEV_VIEWER: 'false' }).DEV_VIEWER).toBe(
      false,
    )
  })

  it('accepts only asymmetric algorithms with a key set', () => {
    expect(readGatewayConfig(keySet).JWT_ALGORITHMS).toEqual(['RS256', 'ES256', 'PS256'])
    expect(readGatewayConfig({ ...keySet, JWT_ALGORITHMS: 'ES256, RS256' }).JWT_ALGORITHMS).toEqual([
      'ES256',
      'RS256',
    ])
  })

  it('needs no issuer other than those in the list', () => {
    const list = [{ issuer: 'a', jwksUrl: 'https://a.example/keys', organization: 'org-1' }]
    const config = readGatewayConfig({
      INTERNAL_SECRET,
      JWT_SIGNING_KEY: privateKey,
      JWT_ISSUERS: JSON.stringify(list),
    })
    expect(config.JWT_ISSUERS).toEqual(list)
  })

  it('reads clients, and reads secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'))
    writeFileSync(join(folder, 'secret'), `${JWT_SECRET}\n`)
    const config = readGatewayConfig({
      INTERNAL_SECRET,
      JWT_SECRET_FILE: join(folder, 'secret'),
      BASIC_CLIENTS: 'crm:secret=0123456789:x, org-1=erp:another-secret-012, a%2Cb%3D=a/b:third-secret-0123',
    })
    rmSync(folder, { recursive: true })
    expect(config.JWT_SECRET?.current()).toEqual([JWT_SECRET])
    expect(config.BASIC_CLIENTS?.current()).toEqual([
      { id: 'crm', secret: 'secret=0123456789:x' },
      { id: 'erp', secret: 'another-secret-012', organizationId: 'org-1' },
      { id: 'a/b', secret: 'third-secret-0123', organizationId: 'a,b=' },
    ])
  })

  it.each([{ TENANCY: 'required' }, { NODE_ENV: 'production' }])(
    'needs an organization for each client with %j, and names those without one',
    (strict) => {
      const started = (clients: string) => () =>
        readGatewayConfig({ ...minimal, ...strict, BASIC_CLIENTS: clients })
      expect(started('org-1=crm:secret-of-the-crm-0123')).not.toThrow()
      expect(started('crm:secret-of-the-crm-0123,org-1=crm:secret-of-the-crm-0123')).not.toThrow()
      const missing = started(
        'crm:secret-of-the-crm-0123,org-1=erp:secret-of-the-erp-0123,lms:secret-of-the-lms',
      )
      expect(missing).toThrow(/^BASIC_CLIENTS: needs an organization for crm, lms/)
      expect(missing).not.toThrow(/secret-of|erp/)
    },
  )

  it.each([
    ['no internal secret', { JWT_SECRET }, 'INTERNAL_SECRET'],
    ['a short secret', { ...minimal, JWT_SECRET: 'short' }, 'JWT_SECRET'],
    ['neither secret nor key set', { INTERNAL_SECRET }, 'JWT_SECRET'],
    ['a key set without a signing key', { ...keySet, JWT_SIGNING_KEY: '' }, 'JWT_SIGNING_KEY'],
    ['an unreadable signing key', { ...keySet, JWT_SIGNING_KEY: 'pem' }, 'JWT_SIGNING_KEY'],
    ['HS256 with a key set', { ...keySet, JWT_ALGORITHMS: 'RS256,HS256' }, 'JWT_ALGORITHMS'],
    ['an asymmetric algorithm without a key set', { ...minimal, JWT_ALGORITHMS: 'RS256' }, 'JWT_ALGORITHMS'],
    ['the algorithm none', { ...minimal, JWT_ALGORITHMS: 'none' }, 'JWT_ALGORITHMS'],
    ['a client without a secret', { ...minimal, BASIC_CLIENTS: 'crm' }, 'BASIC_CLIENTS'],
    ['a client without an id', { ...minimal, BASIC_CLIENTS: 'org-1=:secret-0123456789' }, 'BASIC_CLIENTS'],
    ['a client of no organization', { ...minimal, BASIC_CLIENTS: '=crm:secret-0123456789' }, 'BASIC_CLIENTS'],
    ['an unreadable organization', { ...minimal, BASIC_CLIENTS: '%=crm:secret-0123456789' }, 'BASIC_CLIENTS'],
    ['issuers that are not JSON', { ...minimal, JWT_ISSUERS: '[' }, 'JWT_ISSUERS: needs JSON'],
    ['an issuer without a name', { ...minimal, JWT_ISSUERS: '[{}]' }, 'JWT_ISSUERS'],
    [
      'an issuer with an unknown member',
      { ...minimal, JWT_ISSUERS: '[{"issuer":"a","jwks":"b"}]' },
      'JWT_ISSUERS',
    ],
    ['an issuer twice', { ...minimal, JWT_ISSUERS: '[{"issuer":"a"},{"issuer":"a"}]' }, 'an issuer twice'],
    [
      'an issuer that JWT_ISSUER names, too',
      { ...minimal, JWT_ISSUER: 'a', JWT_ISSUERS: '[{"issuer":"a"}]' },
      'JWT_ISSUERS: names the issuer in JWT_ISSUER',
    ],
    [
      'an issuer without a key set or a secret',
      { ...keySet, JWT_ISSUERS: '[{"issuer":"a"}]' },
      'requires JWT_SECRET',
    ],
    [
      'issuers without a key that signs',
      { INTERNAL_SECRET, JWT_ISSUERS: '[{"issuer":"a","jwksUrl":"https://a.example/keys"}]' },
      'JWT_SIGNING_KEY',
    ],
    [
      'the issuer of a development machine in production',
      { ...minimal, NODE_ENV: 'production', DEV_ISSUER_URL: 'http://127.0.0.1:1' },
      'DEV_ISSUER_URL',
    ],
    ['a rate limit factor of zero', { ...minimal, RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR'],
  ])('rejects %s', (_kind, env, name) => {
    expect(() => readGatewayConfig(env)).toThrow(name)
  })
})
