import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databasesOfThisRun, type OwnBackends } from './backends.ts'
import { watchForDoubleBookings } from './double-bookings.ts'

let own: OwnBackends
beforeEach(async () => {
  own = await databasesOfThisRun()
})
afterEach(() => own.drop())

it('polls every database that keeps appointments, and no other', async () => {
  const { looks, seen } = await watchForDoubleBookings(own.databases, 'app')()
  expect(Object.keys(looks).sort()).toEqual(['appointments', 'notifications', 'participants'])
  for (const [service, count] of Object.entries(looks)) expect(count, service).toBeGreaterThan(0)
  expect(seen).toEqual([])
})

it('fails if a database lacks a column that is read', async () => {
  const client = new pg.Client({ connectionString: own.databases.participants })
  await client.connect()
  await client.query('ALTER TABLE appointments RENAME COLUMN roster TO members')
  await client.end()
  await expect(watchForDoubleBookings(own.databases, 'app')()).rejects.toThrow(/roster/)
})
