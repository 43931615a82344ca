import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createInProcessBroker, Poison, type Broker } from '@appointments/broker'
import { topology, type AppointmentSnapshot } from '@appointments/contracts'
import { createPool, migrate, transactionsOn } from '@appointments/postgres'
import { silentLog, systemClock } from '@appointments/runtime'
import { daysAhead, freshDatabase } from '@appointments/testing'
import { createOutbox, createSettlements, newEvent, openInbox } from '../src/index.ts'

const appointment: AppointmentSnapshot = {
  id: 'a-1',
  applicationId: 'app-1',
  applicationVersion: 1,
  version: 2,
  state: 'SCHEDULED',
  start: daysAhead(2, '09:00'),
  end: daysAhead(2, '09:30'),
  duration: 'PT30M',
  timezone: 'UTC',
  locale: 'en',
  metadata: {},
  notificationHeaders: {},
  notificationsActive: true,
  epoch: 1,
  manageVersions: {},
  createdAt: daysAhead(0, '09:00'),
  updatedAt: daysAhead(0, '09:00'),
}

/**
 * The reason for the journal of the in-process broker: the outbox sends an event again if its queue was lost, but a dead
 * letter counts as applied, so only the broker still has it.
 */
it('an event that cannot be applied stays a dead letter after a crash, although the outbox has removed it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'journal-'))
  const database = await freshDatabase('outbox')
  await migrate(database.url, ['@appointments/outbox'], silentLog)
  const pool = createPool(database.url, { waitMs: 10_000, log: silentLog, name: 'test' })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const connect = (life: string): Promise<Broker> =>
    createInProcessBroker({ topology, journalDirectory: path.join(folder, life) })
  const transaction = transactionsOn(pool)
  const before = await connect('before')
  onTestFinished(() => before.close())

  const settlements = createSettlements(10)
  const replyTo = await before.openReplies((reply) => settlements.onReply(reply))
  const common = { pool, broker: before, clock: systemClock, log: silentLog }
  const outbox = createOutbox({ ...common, settlements, replyTo })
  const inbox = await openInbox({
    ...common,
    service: 'participants',
    transaction,
    outbox,
    appliers: { APActivatedEvent: () => Promise.reject(new Poison('cannot be applied')) },
    concurrency: 1,
  })
  const activated = newEvent('APActivatedEvent', {
    subject: 'a-1',
    aggregateVersion: 2,
    at: systemClock.now(),
    data: { appointment, explicit: true, actor: {} },
  })
  await transaction((tx) => outbox.append(tx, activated))
  await outbox.settle([activated.event])
  await vi.waitFor(async () => expect(await before.deadLetters('participants')).toHaveLength(1), {
    timeout: 10_000,
  })
  await outbox.stop()
  const { rows } = await pool.query<{ awaiting: string[] }>('SELECT awaiting FROM outbox')
  expect(rows.flatMap(({ awaiting }) => awaiting)).not.toContain('participants')

  // the files as a kill leaves them
  await cp(path.join(folder, 'before'), path.join(folder, 'after'), { recursive: true })
  await inbox.stop()
  const after = await connect('after')
  onTestFinished(() => after.close())
  expect((await after.deadLetters('participants')).map(({ message }) => message.id)).toEqual([
    activated.event.id,
  ])
})
