import { expect, it, vi } from 'vitest'
import type { Tx } from '@appointments/postgres'
import { silentLog } from '@appointments/runtime'
import type { Notification } from '../src/domain/notification.ts'
import type { Deps } from '../src/use-cases/deps.ts'
import { deliverNotification } from '../src/use-cases/send/deliver-notification.ts'

const NOW = new Date('2027-01-04T08:00:00Z')

it.each([
  ['waits without counting an attempt if the database is unavailable', 'Query read timeout', 0, 'WAITING'],
  ['counts an attempt if an unexpected error occurs', 'an unexpected error', 1, 'INTERNAL_ERROR'],
])('a notification %s', async (_, message, attempts, providerStatus) => {
  const written: unknown[][] = []
  const tx = {
    query: (_text: string, values: unknown[]) =>
      Promise.resolve({ rows: [], rowCount: written.push(values) && 0 }),
    write: () => undefined,
  } as unknown as Tx
  const read = vi.fn(() => Promise.reject(new Error(message)))
  const deps = {
    pool: { query: read },
    sharedTransaction: (work: (tx: Tx) => Promise<unknown>) => work(tx),
    clock: { now: () => NOW },
    chance: () => 0,
    queryPausesMs: [1, 1],
    log: silentLog,
  } as unknown as Deps
  const notification = {
    id: 'ntf_1',
    type: 'CREATE',
    channel: 'EMAIL',
    providerId: null,
    sealedSource: null,
    attemptNo: 0,
    retryCount: 0,
    earlierRetries: 0,
    waitCount: 0,
    relevantUntil: new Date('2027-01-08T08:00:00Z'),
  } as Notification
  await deliverNotification(deps)({ notification, leaseToken: 'token' })
  // once, and again after each pause
  expect(read).toHaveBeenCalledTimes(3)
  const [, , status, reported] = written[0] ?? []
  expect({ status, reported, attempts: written[0]?.[8] }).toEqual({
    status: 'PENDING',
    reported: providerStatus,
    attempts,
  })
})
