import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratedDatabase } from '@appointments/foundation/test-harness'
import { createPool, type Pool } from '@appointments/postgres'
import { newId, silentLog } from '@appointments/runtime'
import type { FreshDatabase } from '@appointments/testing'
import { sendBudgets } from '../src/repositories/send/send-budgets.ts'
import { NOW } from './builders.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await migratedDatabase('notifications')
  pool = createPool(database.url, { size: 1, waitMs: 10_000, log: silentLog, name: 'budget tests' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

/** Takes turns of a new application with one message every ten seconds. */
function budget() {
  const applicationId = newId()
  return (now: Date, { urgent = false, latest = after(3600) } = {}) =>
    sendBudgets.takeTurn(pool, {
      notificationId: newId(),
      applicationId,
      channel: 'SMS',
      rate: { stepMs: 10_000, burst: 1 },
      urgent,
      latest,
      now,
    })
}

describe('after a replica whose clock is fast has taken turns', () => {
  it.each([false, true])('the others take the turns that follow these (urgent: %s)', async (urgent) => {
    const take = budget()
    for (const wait of [0, 10, 20]) expect(await take(after(600), { urgent })).toEqual(after(600 + wait))
    expect(await take(NOW, { urgent, latest: after(60) })).toEqual(after(30))
    expect(await take(NOW, { urgent, latest: after(60) })).toEqual(after(40))
  })

  it('an urgent message takes no turn twice', async () => {
    const take = budget()
    await take(after(600), { urgent: true })
    await take(NOW)
    expect(await take(NOW, { urgent: true })).toEqual(after(10))
  })
})

it('keeps the rate if clocks differ by seconds', async () => {
  const take = budget()
  const turns = []
  for (const ahead of [5, 0, 5, 0]) turns.push(await take(after(ahead)))
  expect(turns).toEqual([5, 15, 25, 35].map(after))
})

it('counts from the stored time if a release that stores no clock took the last turn', async () => {
  const take = budget()
  await take(NOW)
  await pool.query('UPDATE send_budgets SET taken_at = NULL')
  expect(await take(NOW)).toEqual(after(10))
})
