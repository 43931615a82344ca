import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotificationSettings } from '@appointments/contracts'
import {
  activated,
  aCustomer,
  anApplication,
  cancelled,
  DAY_MS,
  HOUR_MS,
  moved,
  scheduled,
} from './builders.ts'
import { runNotifications, type Running } from './running-service.ts'

let service: Running
beforeAll(async () => {
  service = await runNotifications()
})
afterAll(() => service.stop())

const limits = (more: Partial<NonNullable<NotificationSettings['limits']>> = {}) => ({
  emailPerMinute: 300,
  smsPerSecond: 1,
  perRecipientPerDay: 10,
  ...more,
})

const customers = (count: number, record = {}) => Array.from({ length: count }, () => aCustomer(record))
const far = () => ({
  start: new Date(service.clock.current.getTime() + 5 * DAY_MS).toISOString(),
  end: new Date(service.clock.current.getTime() + 5 * DAY_MS + HOUR_MS).toISOString(),
})

const statusesOf = async (appointmentId: string) =>
  (await service.rowsOf(appointmentId)).map(({ status }) => status).sort()
const mailsTo = (address: string | undefined) =>
  service.smtp.messages().filter(({ to }) => to.includes(address!))

describe('the rate limit of an application', () => {
  it("sends a minute's worth of mail immediately, and spaces out the rest", async () => {
    const application = await service.know(
      anApplication({ schedules: [], limits: limits({ emailPerMinute: 6 }) }),
    )
    const { event, appointment } = scheduled(application, { customers: customers(9), appointment: far() })
    await service.publish(event)
    const rows = await service.quiet(appointment.id)
    const waiting = rows.filter(({ status }) => status === 'PENDING')
    expect(rows.filter(({ status }) => status === 'DELIVERED')).toHaveLength(6)
    // each has its own slot, ten seconds apart
    const now = service.clock.current.getTime()
    expect(waiting.map(({ due_at }) => due_at!.getTime() - now).sort((a, b) => a - b)).toEqual([
      10_000, 20_000, 30_000,
    ])
    expect(waiting.every(({ attempt_no, retry_count }) => attempt_no === 0 && retry_count === 0)).toBe(true)

    service.advance(20_000)
    await service.quiet(appointment.id)
    expect(await statusesOf(appointment.id)).toEqual([...Array<string>(8).fill('DELIVERED'), 'PENDING'])
    service.advance(10_000)
    await service.quiet(appointment.id)
    expect(await statusesOf(appointment.id)).toEqual(Array<string>(9).fill('DELIVERED'))
    // one event for the wait, however long it lasted
    for (const { id } of waiting)
      expect(await service.storyOf(id)).toEqual([
        'created',
        'claimed',
        'deferred rate_limited',
        'claimed',
        'attempt',
        'delivered',
      ])
  })

  it('applies to all replicas together', async () => {
    const second = await service.start()
    try {
      const application = await service.know(
        anApplication({ schedules: [], limits: limits({ emailPerMinute: 10 }) }),
      )
      const { event, appointment } = scheduled(application, { customers: customers(30), appointment: far() })
      await service.publish(event)
      await service.quiet(appointment.id)
      const delivered = async () =>
        (await statusesOf(appointment.id)).filter((status) => status === 'DELIVERED').length
      expect(await delivered()).toBe(10)
      service.advance(60_000)
      await service.quiet(appointment.id)
      expect(await delivered()).toBe(20)
    } finally {
      await second.stop()
    }
  })

  it('delays only its own application', async () => {
    const slow = await service.know(anApplication({ schedules: [], limits: limits({ emailPerMinute: 1 }) }))
    const other = await service.know(anApplication({ schedules: [] }))
    const first = scheduled(slow, { customers: customers(20), appointment: far() })
    const second = scheduled(other, { customers: customers(5), appointment: far() })
    await service.publish(first.event, second.event)
    await service.quiet(first.appointment.id)
    await service.quiet(second.appointment.id)
    expect(await statusesOf(first.appointment.id)).toEqual([
      'DELIVERED',
      ...Array<string>(19).fill('PENDING'),
    ])
    expect(await statusesOf(second.appointment.id)).toEqual(Array<string>(5).fill('DELIVERED'))
  })

  it('lets essential messages overtake waiting ones', async () => {
    const application = await service.know(
      anApplication({ schedules: [], limits: limits({ emailPerMinute: 1 }) }),
    )
    const crowd = scheduled(application, { customers: customers(5), appointment: far() })
    const urgent = scheduled(application, { customers: customers(1), appointment: far() })
    await service.publish(crowd.event)
    await service.quiet(crowd.appointment.id)
    await service.publish(urgent.event, cancelled(urgent.appointment).event)
    await service.quiet(urgent.appointment.id)
    expect((await service.rowOf(urgent.appointment.id, 'CANCELLED', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('does not make up for slots missed during an outage', async () => {
    const application = await service.know(
      anApplication({ schedules: [], limits: limits({ emailPerMinute: 2 }) }),
    )
    const { event, appointment } = scheduled(application, { customers: customers(12), appointment: far() })
    await service.publish(event)
    await service.quiet(appointment.id)
    // all slots pass unused
    service.advance(HOUR_MS)
    await service.quiet(appointment.id)
    const delivered = (await statusesOf(appointment.id)).filter((status) => status === 'DELIVERED')
    expect(delivered).toHaveLength(4)
  })

  it('cancels a message whose slot would come too late, with the reason', async () => {
    const application = await service.know(
      anApplication({
        schedules: [],
        limits: limits({ smsPerSecond: 0.1 }),
        types: { ROOM: { channels: ['SMS'] } },
      }),
    )
    const at = (minutes: number) => new Date(service.clock.current.getTime() + minutes * 60_000).toISOString()
    const { appointment, event } = scheduled(application, {
      customers: customers(4),
      appointment: { start: at(0.1), end: at(0.3) },
    })
    await service.publish(event)
    await service.publish(activated(appointment).event)
    const rows = (await service.quiet(appointment.id)).filter(({ type }) => type === 'ROOM')
    const calledOff = rows.filter(({ status }) => status === 'CANCELLED')
    expect(calledOff).toHaveLength(2)
    expect(await service.storyOf(calledOff[0]!.id)).toEqual(['created', 'claimed', 'cancelled rate_limited'])
  })
})

describe('the daily limit of an address', () => {
  it('cancels further messages, except essential ones', async () => {
    const application = await service.know(
      anApplication({ schedules: [], limits: limits({ perRecipientPerDay: 2 }) }),
    )
    const email = 'often@example.com'
    const book = async () => {
      const made = scheduled(application, {
        customers: [aCustomer({ email, phone: '+4930999' })],
        appointment: far(),
      })
      await service.publish(made.event)
      await service.quiet(made.appointment.id)
      return made
    }
    await book()
    await book()
    const third = await book()
    const withheld = await service.rowOf(third.appointment.id, 'CREATE', 'EMAIL')
    expect(withheld).toMatchObject({ status: 'CANCELLED', attempt_no: 0 })
    expect(await service.storyOf(withheld.id)).toEqual(['created', 'claimed', 'cancelled recipient_limit'])
    expect(mailsTo(email)).toHaveLength(2)

    const { later, event } = moved(third.appointment, 1)
    await service.publish(event)
    await service.quiet(third.appointment.id)
    await service.publish(cancelled(later).event)
    await service.quiet(third.appointment.id)
    expect(mailsTo(email)).toHaveLength(4)

    // a day later the limit is free again
    service.advance(DAY_MS)
    const fourth = await book()
    expect((await service.rowOf(fourth.appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('counts a message once, however often it is retried', async () => {
    const application = await service.know(
      anApplication({ schedules: [], limits: limits({ perRecipientPerDay: 1 }) }),
    )
    const { event, appointment } = scheduled(application, {
      customers: [aCustomer({ email: 'greylist@once.example.com' })],
      appointment: far(),
    })
    await service.publish(event)
    await service.quiet(appointment.id)
    service.advance(40_000)
    await service.quiet(appointment.id)
    expect((await service.rowOf(appointment.id, 'CREATE', 'EMAIL')).status).toBe('DELIVERED')
  })

  it('is tracked without storing the address', async () => {
    const application = await service.know(anApplication({ schedules: [] }))
    const customer = aCustomer({ email: 'counted@example.com' })
    const { event, appointment } = scheduled(application, { customers: [customer], appointment: far() })
    await service.publish(event)
    await service.quiet(appointment.id)
    const { rows } = await service.pool.query('SELECT * FROM recipient_tallies WHERE application_id = $1', [
      application.id,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('counted')
  })
})
