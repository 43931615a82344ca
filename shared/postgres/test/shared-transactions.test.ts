import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '@appointments/runtime'
import { freshDatabase } from '@appointments/testing'
import {
  createPool,
  sharedTransactions,
  transactionsOn,
  type Pool,
  type Transaction,
  type Tx,
} from '../src/index.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
let count: number
let transaction: Transaction
beforeAll(async () => {
  database = await freshDatabase('shared_transactions')
  pool = createPool(database.url, { size: 4, log: silentLog, name: 'shared transaction tests' })
  await pool.query('CREATE TABLE agents (id text PRIMARY KEY, place integer CHECK (place > 0))')
  const counted: Transaction = (work) => {
    count += 1
    return transactionsOn(pool)(work)
  }
  transaction = sharedTransactions(counted, 1)
  count = 0
})
afterEach(async () => {
  count = 0
  await pool.query('DELETE FROM agents')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const add = (tx: Tx, id: string, place = 1) => {
  tx.write('INSERT INTO agents (id, place) VALUES ($1, $2)', [id, place])
}
const stored = async () => {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM agents ORDER BY id')
  return rows.map(({ id }) => id)
}

describe('work that arrives at the same moment', () => {
  it('is stored in one transaction, and each piece gets its own result', async () => {
    const results = await Promise.all(
      ['anna', 'ben', 'carla'].map((id) =>
        transaction((tx) => {
          add(tx, id)
          return id.length
        }),
      ),
    )
    expect(results).toEqual([4, 3, 5])
    expect(await stored()).toEqual(['anna', 'ben', 'carla'])
    expect(count).toBe(1)
  })

  it('is stored without the pieces that fail, whose callers get their own errors', async () => {
    const results = await Promise.allSettled([
      transaction((tx) => add(tx, 'anna')),
      transaction((tx) => add(tx, 'ben', -1)),
      transaction(() => {
        throw new Error('carla is unknown')
      }),
      transaction(async (tx) => {
        const { rows } = await tx.query<{ count: number }>('SELECT count(*) AS count FROM agents')
        add(tx, 'dora')
        return rows[0]?.count
      }),
    ])
    expect(results).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: expect.objectContaining({ code: '23514' }) as unknown },
      { status: 'rejected', reason: new Error('carla is unknown') },
      { status: 'fulfilled', value: 1 },
    ])
    expect(await stored()).toEqual(['anna', 'dora'])
  })

  it('calls back once it is stored, and never for a piece that is not', async () => {
    const told: string[] = []
    const piece = (id: string, place: number) =>
      transaction((tx) => {
        add(tx, id, place)
        tx.whenStored(() => told.push(id))
      })
    await Promise.allSettled([piece('anna', 1), piece('ben', -1)])
    expect(told).toEqual(['anna'])
  })

  it('keeps the context of its caller', async () => {
    const caller = new AsyncLocalStorage<string>()
    const pieces = ['anna', 'ben'].map((name) => caller.run(name, () => transaction(() => caller.getStore())))
    expect(await Promise.all(pieces)).toEqual(['anna', 'ben'])
  })
})

it('runs work that arrives during a transaction in the next one', async () => {
  const { rows } = await transaction(async (tx) => {
    const later = Promise.all([
      transaction((next) => add(next, 'anna')),
      transaction((next) => add(next, 'ben')),
    ])
    tx.whenStored(() => void later)
    return tx.query('SELECT 1 AS one')
  })
  expect(rows).toEqual([{ one: 1 }])
  await transaction((tx) => add(tx, 'carla'))
  expect(await stored()).toEqual(['anna', 'ben', 'carla'])
  expect(count).toBeLessThanOrEqual(3)
})
