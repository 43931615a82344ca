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
const least = { INTERNAL_SECRET, JWT_SECRET }
const keySet = { INTERNAL_SECRET, JWT_JWKS_URL: 'https://issuer.example/keys', JWT_SIGNING_KEY: privateKey }

describe('the configuration', () => {
  it('has defaults for everything but secrets', () => {
    expect(readGatewayConfig(least)).toMatchObject({
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

  it('asks for an organization in production', () => {
    expect(readGatewayConfig({ ...least, NODE_ENV: 'production' }).TENANCY).toBe('required')
    expect(readGatewayConfig({ ...least, NODE_ENV: 'production', TENANCY: 'optional' }).TENANCY).toBe(
      'optional',
    )
  })

  it('refuses the message viewer in production [H8]', () => {
    expect(() => readGatewayConfig({ ...least, NODE_ENV: 'production', DEV_VIEWER: 'true' })).toThrow(
      'DEV_VIEWER: must be off when NODE_ENV is production',
    )
    expect(readGatewayConfig({ ...least, NODE_ENV: 'production', DEV_VIEWER: 'false' }).DEV_VIEWER).toBe(
      false,
    )
  })

  it('pins the asymmetric algorithms with a key set', () => {
    expect(readGatewayConfig(keySet).JWT_ALGORITHMS).toEqual(['RS256', 'ES256', 'PS256'])
    expect(readGatewayConfig({ ...keySet, JWT_ALGORITHMS: 'ES256, RS256' }).JWT_ALGORITHMS).toEqual([
      'ES256',
      'RS256',
    ])
  })

  it('reads clients, and secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-'))
    writeFileSync(join(folder, 'secret'), `${JWT_SECRET}\n`)
    const config = readGatewayConfig({
      INTERNAL_SECRET,
      JWT_SECRET_FILE: join(folder, 'secret'),
      BASIC_CLIENTS: 'crm:secret-0123456789:x, erp:another-secret-012',
    })
    rmSync(folder, { recursive: true })
    expect(config.JWT_SECRET?.current()).toEqual([JWT_SECRET])
    expect(config.BASIC_CLIENTS?.current()).toEqual([
      { id: 'crm', secret: 'secret-0123456789:x' },
      { id: 'erp', secret: 'another-secret-012' },
    ])
  })

  it.each([
    ['no internal secret', { JWT_SECRET }, 'INTERNAL_SECRET'],
    ['a short secret', { ...least, JWT_SECRET: 'short' }, 'JWT_SECRET'],
    ['neither secret nor key set', { INTERNAL_SECRET }, 'JWT_SECRET'],
    ['a key set and nothing to sign with', { ...keySet, JWT_SIGNING_KEY: '' }, 'JWT_SIGNING_KEY'],
    ['a signing key that is none', { ...keySet, JWT_SIGNING_KEY: 'pem' }, 'JWT_SIGNING_KEY'],
    ['an HMAC beside a key set', { ...keySet, JWT_ALGORITHMS: 'RS256,HS256' }, 'JWT_ALGORITHMS'],
    ['an asymmetric algorithm without a key set', { ...least, JWT_ALGORITHMS: 'RS256' }, 'JWT_ALGORITHMS'],
    ['no algorithm', { ...least, JWT_ALGORITHMS: 'none' }, 'JWT_ALGORITHMS'],
    ['a client without a secret', { ...least, BASIC_CLIENTS: 'crm' }, 'BASIC_CLIENTS'],
    ['a factor of nothing', { ...least, RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR'],
  ])('refuses %s', (_kind, env, name) => {
    expect(() => readGatewayConfig(env)).toThrow(name)
  })
})
