import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeLock } from '@appointments/postgres'
import { anApplication, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

it('an event waits until an earlier one about the same appointment is applied, and sees its result', async () => {
  const { event, appointment } = scheduled(await service.know(anApplication()))
  const other = await service.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(`SELECT ${takeLock('$1')}`, [appointment.id])
    const applied = service.publish(event)
    await expect
      .poll(async () => {
        const { rowCount } = await other.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
        )
        return rowCount
      })
      .toBe(1)
    await other.query('INSERT INTO removed_appointments (id, removed_at) VALUES ($1, now())', [
      appointment.id,
    ])
    await other.query('COMMIT')
    await applied
    expect(await service.rowsOf(appointment.id)).toEqual([])
  } finally {
    other.release()
  }
})
