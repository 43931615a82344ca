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

interface Taker {
  notificationId?: string
  recipient?: string
  mostPerRecipient?: number | undefined
  urgent?: boolean
  latest?: Date
}

/** A new application with one message every ten seconds. */
function budget() {
  const applicationId = newId()
  const take = (
    now: Date,
    {
      notificationId = newId(),
      recipient = newId(),
      mostPerRecipient,
      urgent = false,
      latest = after(3600),
    }: Taker = {},
  ) =>
    sendBudgets.takeTurn(pool, {
      notificationId,
      applicationId,
      channel: 'SMS',
      recipient,
      mostPerRecipient,
      rate: { stepMs: 10_000, burst: 1 },
      urgent,
      latest,
      now,
    })
  return { applicationId, take, takeAt: async (now: Date, by?: Taker) => (await take(now, by))?.at }
}

describe('after a replica whose clock is fast has taken turns', () => {
  it.each([false, true])('the other replicas take the turns after those (urgent: %s)', async (urgent) => {
    const { takeAt: take } = budget()
    for (const wait of [0, 10, 20]) expect(await take(after(600), { urgent })).toEqual(after(600 + wait))
    expect(await take(NOW, { urgent, latest: after(60) })).toEqual(after(30))
    expect(await take(NOW, { urgent, latest: after(60) })).toEqual(after(40))
  })

  it('an urgent message takes no turn twice', async () => {
    const { takeAt: take } = budget()
    await take(after(600), { urgent: true })
    await take(NOW)
    expect(await take(NOW, { urgent: true })).toEqual(after(10))
  })
})

it('keeps the rate if clocks differ by seconds', async () => {
  const { takeAt: take } = budget()
  const turns = []
  for (const ahead of [5, 0, 5, 0]) turns.push(await take(after(ahead)))
  expect(turns).toEqual([5, 15, 25, 35].map(after))
})

it('counts from the stored time if a release that stores no clock took the last turn', async () => {
  const { takeAt: take } = budget()
  await take(NOW)
  await pool.query('UPDATE send_budgets SET taken_at = NULL')
  expect(await take(NOW)).toEqual(after(10))
})

describe('the count of a recipient', () => {
  const recipients = async (applicationId: string) => {
    const { rows } = await pool.query<{ recipient: string; sent: Record<string, number> }>(
      'SELECT recipient, sent FROM recipient_tallies WHERE application_id = $1 ORDER BY recipient',
      [applicationId],
    )
    return rows.map(({ recipient, sent }) => [recipient, ...Object.keys(sent)])
  }

  it('rises when the turn of a message has come, and only once for all its attempts', async () => {
    const { applicationId, take } = budget()
    const waits = { notificationId: 'second', recipient: 'B' }
    expect(await take(NOW, { notificationId: 'first', recipient: 'A' })).toMatchObject({ isCounted: true })
    expect(await take(NOW, waits)).toEqual({ at: after(10), hasCome: false, isCounted: false })
    expect(await recipients(applicationId)).toEqual([['A', 'first']])
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await take(after(10 + 20 * attempt), waits)).toMatchObject({ hasCome: true, isCounted: true })
    expect(await recipients(applicationId)).toEqual([
      ['A', 'first'],
      ['B', 'second'],
    ])
  })

  it('stays within the limit, except for messages that are sent in any case', async () => {
    const { take } = budget()
    const counted = async (seconds: number, mostPerRecipient?: number) =>
      (await take(after(seconds), { recipient: 'A', mostPerRecipient, latest: after(seconds) }))?.isCounted
    expect(await counted(0, 1)).toBe(true)
    expect(await counted(20, 1)).toBe(false)
    expect(await counted(40)).toBe(true)
    expect(await counted(86_400 + 20, 1)).toBe(false)
    expect(await counted(86_400 + 60, 1)).toBe(true)
  })

  it('does not rise if no turn is left', async () => {
    const { applicationId, take } = budget()
    await take(NOW, { notificationId: 'first', recipient: 'A' })
    expect(await take(NOW, { recipient: 'B', latest: after(5) })).toBeUndefined()
    expect(await recipients(applicationId)).toEqual([['A', 'first']])
  })
})
