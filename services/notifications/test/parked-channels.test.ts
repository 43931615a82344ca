import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationSettings } from '@appointments/contracts'
import { parkedChannels } from '../src/repositories/send/parked-channels.ts'
import { aCustomer, anApplication, scheduled } from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

async function book(settings: Partial<NotificationSettings>, phone = '+49304440001') {
  const application = await service.know(anApplication({ schedules: [], ...settings }))
  const made = scheduled(application, {
    customers: [aCustomer({ phone })],
    appointment: { start: '2027-03-09T09:00:00Z', end: '2027-03-09T09:30:00Z' },
  })
  await service.publish(made.event)
  await service.quiet(made.appointment.id)
  return made
}
const parked = async () =>
  (
    await service.pool.query<{ channel: string; reason: string }>(
      'SELECT channel, reason FROM parked_channels',
    )
  ).rows

describe('a provider that rejects the account', () => {
  const types: NotificationSettings['types'] = { CREATE: { channels: ['SMS'] } }
  const rejected = { status: 401, code: 20003, message: 'Authenticate' }

  it('is tried only from time to time, and no attempt of a message is counted', async () => {
    service.twilio.script({ rejected, times: 2 })
    const first = await book({ types })
    const submissions = () => service.twilio.requests().filter(({ method }) => method === 'POST').length
    const others = [await book({ types }), await book({ types })]
    expect(submissions()).toBe(1)
    expect(await parked()).toEqual([{ channel: 'SMS', reason: 'Authenticate' }])
    for (const { appointment } of [first, ...others]) {
      const row = await service.rowOf(appointment.id, 'CREATE', 'SMS')
      expect(row).toMatchObject({
        status: 'PENDING',
        provider_status: 'WAITING',
        attempt_no: 0,
        retry_count: 0,
      })
      expect(await service.storyOf(row.id)).toContain('deferred channel_parked')
    }
    // one of the three is tried and rejected again, and the others keep waiting
    service.advance(6000)
    for (const { appointment } of [first, ...others]) await service.quiet(appointment.id)
    expect(submissions()).toBe(2)
    for (let turn = 0; turn < 6; turn += 1) {
      service.advance(60_000)
      for (const { appointment } of [first, ...others]) await service.quiet(appointment.id)
    }
    for (const { appointment } of [first, ...others])
      expect(await service.rowOf(appointment.id, 'CREATE', 'SMS')).toMatchObject({
        status: expect.stringMatching(/PENDING|DELIVERED/) as string,
        attempt_no: 1,
      })
    expect(submissions()).toBe(5)
    expect(await parked()).toEqual([])
  })

  it('accepts a message once even if its channel cannot be opened again at that moment', async () => {
    service.twilio.script({ rejected })
    const phone = '+49304440002'
    const { appointment } = await book({ types }, phone)
    await service.pool.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
       CREATE TRIGGER keep BEFORE DELETE ON parked_channels FOR EACH ROW EXECUTE FUNCTION fail()`,
    )
    service.advance(6000)
    await service.quiet(appointment.id)
    await service.pool.query('DROP TRIGGER keep ON parked_channels')
    const submitted = { status: 'PENDING', provider_status: 'queued', attempt_no: 1 }
    expect(await service.rowOf(appointment.id, 'CREATE', 'SMS')).toMatchObject(submitted)
    expect(await parked()).toHaveLength(1)

    const { appointment: other } = await book({ types })
    service.advance(60_000)
    await service.quiet(other.id)
    expect(await service.rowOf(other.id, 'CREATE', 'SMS')).toMatchObject(submitted)
    expect(await parked()).toEqual([])
    expect(service.twilio.messages().filter(({ to }) => to === phone)).toHaveLength(1)
  })
})

describe('a mail server that rejects a sender address', () => {
  const types: NotificationSettings['types'] = { CREATE: { channels: ['EMAIL'] } }

  it('parks only the application that uses it', async () => {
    const rejected = await book({ types, from: { emailAddress: '550@sender.example.com' } })
    const other = await book({ types })
    expect(await service.rowOf(rejected.appointment.id, 'CREATE', 'EMAIL')).toMatchObject({
      status: 'PENDING',
      provider_status: 'WAITING',
    })
    expect(await service.rowOf(other.appointment.id, 'CREATE', 'EMAIL')).toMatchObject({
      status: 'DELIVERED',
    })
    expect(await parked()).toMatchObject([{ channel: 'EMAIL' }])
    const ids = [rejected, other].map(({ appointment }) => appointment.applicationId)
    const found = await Promise.all(ids.map((id) => parkedChannels.find(service.pool, 'EMAIL', id)))
    const parkedFor = found.map((channels) => channels.map(({ applicationId }) => applicationId))
    expect(parkedFor).toEqual([[ids[0]], []])
  })
})
