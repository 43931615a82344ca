import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { connectRabbitmq, Poison } from '@appointments/broker'
import { topology } from '@appointments/contracts'
import { daysAhead } from '@appointments/testing'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { freeAddresses, whereServicesAre } from '../src/addresses.ts'
import { backendsOfThisRun } from '../src/backends.ts'
import { client } from '../src/client.ts'
import { done } from '../src/done.ts'
import { ownVhost } from '../src/platforms/rabbitmq-vhost.ts'
import { REPOSITORY } from '../src/repository.ts'
import type { Owner } from '../src/service-names.ts'
import { startServices } from '../src/start-services.ts'
import { tokenFor } from '../src/tokens.ts'

const V2 = '/api/v2'
const { rabbitmqUrl, redisUrl } = inject('backends')
const run = promisify(execFile)

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Runs the program of a service as an operator does in its container. @throws Error with its status and output */
const program = (service: Owner, args: string[], env: Record<string, string>) =>
  run(process.execPath, [`${REPOSITORY}/services/${service}/dist/main.js`, ...args], {
    env: { PATH: process.env.PATH, ...env },
  })

// programs share a broker with this test, so they need a real one
describe.skipIf(rabbitmqUrl === undefined || redisUrl === undefined)('an operator', () => {
  it('lists dead letters of a service and replays them, with the address of the broker as the only setting', async () => {
    const { url, drop } = await ownVhost(rabbitmqUrl ?? '', `commands-${randomUUID()}`)
    endings.push(drop)
    const broker = await connectRabbitmq({ url, topology })
    endings.push(() => broker.close())
    const faulty = await broker.subscribe({
      queue: 'participants',
      concurrency: 1,
      handle: () => Promise.reject(new Poison('cannot be read')),
    })
    const type = topology.queues.find(({ name }) => name === 'participants')!.types[0]!
    await broker.publish({ id: 'event-1', type, key: 'appointment-1', body: { canary: true }, headers: {} })
    await expect.poll(() => broker.deadLetters('participants')).toHaveLength(1)
    await faulty.stop()

    const deadLetters = async (action: string, service: Owner = 'participants') =>
      (await program(service, ['dead-letters', action], { RABBITMQ_URL: url })).stdout
    expect(await deadLetters('list')).toMatch(
      new RegExp(`^event-1\t${type}\tappointment-1\tcannot be read\t[^\t]+\n$`),
    )
    expect(await deadLetters('list', 'notifications')).toBe('')
    expect(await deadLetters('replay')).toBe('1 replayed\n')
    expect(await deadLetters('list')).toBe('')
    await expect(deadLetters('forget')).rejects.toMatchObject({
      code: 1,
      stderr: 'participants: usage: dead-letters (list | replay)\n',
    })
    const received: string[] = []
    await broker.subscribe({
      queue: 'participants',
      concurrency: 1,
      handle: ({ message }) => Promise.resolve(void received.push(message.id)),
    })
    await expect.poll(() => received).toEqual(['event-1'])
  }, 120_000)

  it('rebuilds the claims of the availability service while it runs', async () => {
    const backends = await backendsOfThisRun('migrated')
    endings.push(() => backends.drop())
    const addresses = await freeAddresses()
    const only = ['appointments', 'availability', 'gateway'] as const
    const system = await startServices({ as: 'processes', backends, addresses, only })
    endings.push(() => system.close())
    const machine = client(system.gatewayUrl, tokenFor('ROLE_CLIENT_SERVICE'))
    await done(machine('PUT', `${V2}/applications/shop`, { overlapPolicy: 'REJECT' }))
    const hours = [{ days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], from: '09:00', to: '10:00' }]
    await done(machine('PUT', `${V2}/agents/ann`, { displayName: 'Ann', timezone: 'UTC', hours }))
    const query = new URLSearchParams({
      applicationId: 'shop',
      agentId: 'ann',
      duration: 'PT1H',
      from: daysAhead(1, '00:00:00'),
      to: daysAhead(2, '00:00:00'),
    })
    const offered = async () => {
      const { body } = await machine('GET', `${V2}/availability/slots?${query.toString()}`)
      return (body as unknown as { slots: unknown[] }).slots.length
    }
    const booking = { applicationId: 'shop', start: daysAhead(1, '09:00:00'), duration: 'PT1H' }
    await done(
      machine('POST', `${V2}/appointments`, { ...booking, targetAssignment: { type: 'AGENT', id: 'ann' } }),
    )
    expect(await offered()).toBe(0)

    // as if the event of the booking had been lost
    const database = new pg.Client({ connectionString: backends.databases.availability })
    endings.push(() => database.end())
    await database.connect()
    await database.query('DELETE FROM claims')
    await database.query("UPDATE agents SET calendar_version = nextval('versions')")
    expect(await offered()).toBe(1)

    const env = { ...backends.environment, ...whereServicesAre(addresses.urlOf), LOG_LEVEL: 'info' }
    const { stdout } = await program('availability', ['rebuild'], env)
    expect(stdout).toContain('the copy of the claims is complete')
    expect(await offered()).toBe(0)
  }, 120_000)
})
