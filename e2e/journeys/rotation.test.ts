import { randomUUID } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ServiceName } from '@appointments/contracts'
import { CALLER_HEADER, internalTokens } from '@appointments/credentials'
import { daysAhead, freshDatabase, type FreshDatabase } from '@appointments/testing'
import { client } from '../src/client.ts'
import { twoUsersOf } from './support/database-roles.ts'
import { secretFiles } from '../src/secret-files.ts'
import { owners, services } from '../src/service-names.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { startTraffic } from '../src/traffic.ts'

const V2 = '/api/v2/appointments'
const OLD = 'the old secret of the rotation, 32 bytes'
const NEW = 'the new secret of the rotation, 32 bytes'

const files = secretFiles()
const internal = (service: ServiceName, ...lines: string[]) => files.write(`${service}-internal`, ...lines)
let system: Services
let database: FreshDatabase
let users: Awaited<ReturnType<typeof twoUsersOf>>
let appointmentId: string
let tokenSecret = OLD

// a separate token for each request, so that none is accepted from a cache
const tokenOf = (secret: string) =>
  jwt.sign({ roles: ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] }, secret, {
    expiresIn: '1h',
    jwtid: randomUUID(),
  })
const call = (method: string, path: string, body?: unknown, secret = tokenSecret) =>
  client(system.gatewayUrl, tokenOf(secret))(method, path, body)
const book = () => call('POST', V2, { applicationId: 'rotation', start: daysAhead(50), duration: 'PT30M' })
const readInteraction = () => call('GET', `${V2}/${appointmentId}/interaction`)
/** The status of a response that the gateway gets from the notifications service. */
const historyStatus = async () =>
  (
    await fetch(`${system.gatewayUrl}${V2}/${appointmentId}/notifications`, {
      headers: { authorization: `Bearer ${tokenOf(tokenSecret)}` },
    })
  ).status

/** The path of a read that each service responds to. */
const readAt = (service: ServiceName): string =>
  ({
    gateway: '',
    appointments: `${V2}/${appointmentId}`,
    participants: `${V2}/${appointmentId}/interaction`,
    notifications: `${V2}/${appointmentId}/notifications`,
    availability: '/api/v2/agents',
  })[service]
/** The status with which a service responds to a gateway that has this secret. */
const knockAt = async (service: ServiceName, secret: string) => {
  const headers = {
    [CALLER_HEADER]: internalTokens(secret).sign({ roles: ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'] }),
  }
  return (await fetch(system.urlOf(service) + readAt(service), { headers })).status
}
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const statusOf = async (response: Promise<{ status: number }>) => (await response).status

/** Runs a rotation under reads and writes, none of which may fail. */
const underTraffic = async (rotate: () => Promise<void>) => {
  const reads = startTraffic(2, readInteraction)
  const writes = startTraffic(2, book)
  try {
    await rotate()
    const before = writes.succeeded()
    await soon(() => expect(writes.succeeded()).toBeGreaterThan(before + 5))
  } finally {
    await Promise.all([reads.stop(), writes.stop()])
  }
  expect([...reads.failures, ...writes.failures].slice(0, 3)).toEqual([])
}

beforeAll(async () => {
  database = await freshDatabase('rotation')
  users = await twoUsersOf(database.url)
  const env = {
    JWT_SECRET_FILE: files.write('jwt', OLD),
    APPOINTMENTS_DATABASE_URL_FILE: files.write('database', users.first),
    // many requests at a time then need new connections
    DATABASE_POOL_SIZE: '10',
  }
  for (const name of services) internal(name, OLD)
  system = await startServices({
    env,
    envOf: (name) => ({ INTERNAL_SECRET_FILE: files.at(`${name}-internal`) }),
  })
})
beforeEach(async () => {
  const booked = await book()
  expect(booked.status).toBe(200)
  appointmentId = booked.body.id
})
afterAll(async () => {
  await system.close()
  await users.drop()
  await database.drop()
  files.remove()
})

it('changes the secret between gateway and services, which get it at different times, without a failed request', () =>
  underTraffic(async () => {
    for (const service of owners) {
      internal(service, OLD, NEW)
      await soon(async () => expect(await knockAt(service, NEW)).toBe(200))
    }
    // only this test polls this service, so its response shows when the gateway uses the new secret
    internal('notifications', NEW)
    await soon(async () => expect(await knockAt('notifications', OLD)).toBe(401))
    expect(await historyStatus()).toBe(503)
    internal('gateway', NEW, OLD)
    await soon(async () => expect(await historyStatus()).toBe(200))
    for (const service of services) internal(service, NEW)
    for (const service of owners) await soon(async () => expect(await knockAt(service, OLD)).toBe(401))
  }))

it('changes the secret of tokens without a failed request', () =>
  underTraffic(async () => {
    files.write('jwt', OLD, NEW)
    await soon(async () =>
      expect(await statusOf(call('GET', `${V2}/${appointmentId}`, undefined, NEW))).toBe(200),
    )
    tokenSecret = NEW
    files.write('jwt', NEW)
    await soon(async () =>
      expect(await statusOf(call('GET', `${V2}/${appointmentId}`, undefined, OLD))).toBe(401),
    )
  }))

it('changes the user of a database without a failed request', () =>
  underTraffic(async () => {
    files.write('database', users.second)
    // existing connections keep their user; more parallel requests need new connections
    await soon(async () => {
      await Promise.all(Array.from({ length: 12 }, book))
      expect(await users.secondIsUsed()).toBe(true)
    })
    await users.withdrawFirst()
  }))
