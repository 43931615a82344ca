import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isOutOfReach, silentLog } from '@appointments/runtime'
import { freshDatabase } from '@appointments/testing'
import { createPool, transactionsOn, type Pool, type Transaction, type Tx } from '../src/index.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
let transaction: Transaction
beforeAll(async () => {
  database = await freshDatabase('transactions')
  pool = createPool(database.url, { size: 2, log: silentLog, name: 'transaction tests' })
  await pool.query('CREATE TABLE agents (id text PRIMARY KEY, place integer CHECK (place > 0))')
  transaction = transactionsOn(pool)
})
afterEach(() => pool.query('DELETE FROM agents'))
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

describe('a change without a wait', () => {
  it('is stored with the rest, and visible to later statements', async () => {
    const seen = await transaction(async (tx) => {
      add(tx, 'anna')
      add(tx, 'ben')
      const { rows } = await tx.query<{ count: number }>('SELECT count(*) AS count FROM agents')
      return rows[0]?.count
    })
    expect(seen).toBe(2)
    expect(await stored()).toEqual(['anna', 'ben'])
  })

  it('that fails leaves nothing stored, and its error is thrown by the commit', async () => {
    const failed = transaction((tx) => {
      add(tx, 'anna')
      add(tx, 'ben', -1)
      add(tx, 'carla')
    })
    await expect(failed).rejects.toMatchObject({ code: '23514' })
    expect(await stored()).toEqual([])
  })

  it('that fails has its error thrown by the next statement', async () => {
    const failed = transaction(async (tx) => {
      add(tx, 'ben', -1)
      await tx.query('SELECT count(*) FROM agents')
    })
    await expect(failed).rejects.toMatchObject({ code: '23514' })
  })

  it('that changes no row is an error if it must change one', async () => {
    await transaction((tx) => {
      add(tx, 'anna')
    })
    const again = (tx: Tx) => {
      const insert = 'INSERT INTO agents (id) VALUES ($1) ON CONFLICT DO NOTHING'
      tx.write(insert, ['anna'], () => new Error('anna is there'))
    }
    const whileChanging = transaction((tx) => {
      again(tx)
      add(tx, 'ben')
    })
    await expect(whileChanging).rejects.toThrow('anna is there')
    const steps: string[] = []
    const whileAsking = transaction(async (tx) => {
      again(tx)
      await tx.query('SELECT 1')
      steps.push('went on')
    })
    await expect(whileAsking).rejects.toThrow('anna is there')
    expect({ steps, stored: await stored() }).toEqual({ steps: [], stored: ['anna'] })
  })

  it('is rejected when its transaction has ended', async () => {
    let kept: Tx | undefined
    await transaction((tx) => {
      kept = tx
    })
    kept?.write('INSERT INTO agents (id) VALUES ($1)', ['late'])
    await expect(kept?.query('SELECT 1')).rejects.toThrow('the transaction has ended')
    expect(await stored()).toEqual([])
  })
})

describe('a transaction', () => {
  it('fails if a statement failed whose result was not awaited', async () => {
    const failed = transaction(async (tx) => {
      await tx.query('SELECT 1 / 0').catch(() => undefined)
      add(tx, 'anna')
    })
    await expect(failed).rejects.toThrow()
    expect(await stored()).toEqual([])
  })

  it('leaves its connection usable when its work fails', async () => {
    for (let time = 0; time < 3; time += 1)
      await expect(
        transaction((tx) => {
          add(tx, 'anna')
          throw new Error('changed my mind')
        }),
      ).rejects.toThrow('changed my mind')
    expect(await stored()).toEqual([])
  })

  it('calls its callbacks only if it is stored', async () => {
    const done: string[] = []
    await transaction((tx) => {
      add(tx, 'anna')
      tx.whenStored(() => done.push('stored'))
      expect(done).toEqual([])
    })
    await transaction((tx) => {
      add(tx, 'anna')
      tx.whenStored(() => done.push('never'))
    }).catch(() => undefined)
    expect(done).toEqual(['stored'])
  })

  it('that collides with another is tried again', async () => {
    await transaction((tx) => {
      add(tx, 'anna')
    })
    let tries = 0
    await transaction(async (tx) => {
      tries += 1
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      await tx.query('SELECT count(*) FROM agents')
      if (tries === 1) await pool.query('UPDATE agents SET place = 5')
      tx.write('UPDATE agents SET place = place + $1', [1])
    })
    const { rows } = await pool.query<{ place: number }>('SELECT place FROM agents')
    expect({ tries, rows }).toEqual({ tries: 2, rows: [{ place: 6 }] })
  })

  it('that ends in a deadlock is tried again, and both are stored [H8]', async () => {
    await transaction((tx) => {
      add(tx, 'anna')
      add(tx, 'ben')
    })
    let tries = 0
    let firstLocks = 0
    let bothHaveOne = () => {}
    const both = new Promise<void>((resolve) => (bothHaveOne = resolve))
    const lock = (tx: Tx, id: string) => tx.query('UPDATE agents SET place = place + 1 WHERE id = $1', [id])
    let oneIsStored = () => {}
    const one = new Promise<void>((resolve) => (oneIsStored = resolve))
    const inOrder = (first: string, second: string) =>
      transaction(async (tx) => {
        tries += 1
        // on a busy machine the next attempt might lock a row before the other transaction does, and end in a deadlock again
        if (tries > 2) await one
        // found early, so that a busy machine has time to finish the statement that waited
        await tx.query("SET LOCAL deadlock_timeout = '50ms'")
        await lock(tx, first)
        firstLocks += 1
        if (firstLocks === 2) bothHaveOne()
        await both
        await lock(tx, second)
      }).then(oneIsStored)
    await Promise.all([inOrder('anna', 'ben'), inOrder('ben', 'anna')])
    const { rows } = await pool.query<{ place: number }>('SELECT place FROM agents')
    expect({ tries, rows }).toEqual({ tries: 3, rows: [{ place: 3 }, { place: 3 }] })
  })

  it('survives an error of its connection before anything listens', async () => {
    const client = await pool.connect()
    expect(() => client.emit('error', new Error('terminated by an administrator'))).not.toThrow()
    client.release(true)
  })

  it('waits for a lock for longer than the server takes to find a deadlock [H8]', async () => {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('lock_timeout', 'deadlock_timeout')`,
    )
    const { lock_timeout, deadlock_timeout } = Object.fromEntries(
      rows.map(({ name, setting }) => [name, Number(setting)]),
    )
    expect(lock_timeout).toBeGreaterThanOrEqual(1.2 * Number(deadlock_timeout))
  })
})

describe('a database that cannot be reached', () => {
  it('is recognised if its connection broke between two statements', async () => {
    let error: unknown
    const failed = transaction(async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await expect
        .poll(async () => {
          error = await tx.query('SELECT 1').catch((reason: unknown) => reason)
          return String(error)
        })
        .toContain('not queryable')
      throw error
    })
    await expect(failed).rejects.toThrow('not queryable')
    expect(isOutOfReach(error)).toBe(true)
  })

  it('does not keep a connection to a server that accepts no writes [H8]', async () => {
    const single = createPool(database.url, { size: 1, log: silentLog, name: 'demoted' })
    const inSingle = transactionsOn(single)
    // as a demoted server, it rejects writes of the following transactions on this connection
    await inSingle((tx) => tx.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY'))
    const rejected = inSingle((tx) => {
      add(tx, 'anna')
    })
    const error = await rejected.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: '25006' })
    expect(isOutOfReach(error)).toBe(true)
    await inSingle((tx) => {
      add(tx, 'ben')
    })
    expect(await stored()).toEqual(['ben'])
    await single.end()
  })
})
