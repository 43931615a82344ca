import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anAgent, anAppointment, aCustomerRecord, aRoster, later, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

const SOON = { timeout: 10_000, interval: 5 }

describe('an appointment that was permanently removed', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterAll(() => service.stop())

  const canary = 'canary-7f3a'
  const customer = () =>
    aCustomerRecord({
      email: `${canary}@example.com`,
      username: canary,
      firstName: canary,
      metadata: { [canary]: canary },
    })

  it('leaves no personal data, and looks as if it had never existed', async () => {
    const { id, appointment } = await service.scheduled({
      customers: [customer()],
      appointment: { notes: canary, title: canary },
    })
    const add = () =>
      service.v2('POST', '/participants/customers', {
        body: { id, customer: { username: canary } },
        key: 'canary',
      })
    const added = await add()
    expect(await add()).toMatchObject({ status: 200, body: added.body })
    await service.v2('PUT', `/${id}/interaction`, { body: { customFields: { topic: canary } } })
    await service.v2('PUT', `/${id}/failed?userMessage=${canary}`, { caller: anAgent() })
    expect(await service.everythingStored()).toContain(canary)

    await service.publish(eventOf('APRemovedEvent', later(appointment, { state: 'CANCELLED' }), {}))
    // the outbox forgets an event shortly after every subscriber has applied it
    await vi.waitFor(async () => expect(await service.everythingStored()).not.toContain(canary), SOON)
    expect(await service.rowsOf(id)).toEqual({
      appointment: null,
      roster: null,
      removed: true,
      customers: [],
      tickets: [],
    })
    for (const response of [await service.v2('GET', `/${id}/participants/agent-1`), await add()])
      expect(response).toMatchObject({ status: 404, body: { code: 'APPOINTMENT_NOT_FOUND' } })
  })

  it('stays removed when other events arrive late', async () => {
    const appointment = anAppointment()
    const ada = customer()
    const roster = aRoster({ customers: [ada] })
    const removed = later(later(later(appointment, { state: 'CANCELLED' })))
    await service.publish(
      eventOf('APRemovedEvent', removed, {}),
      eventOf('APScheduledEvent', appointment, { roster, customers: [ada] }),
      eventOf('APUpdatedEvent', later(appointment), {
        changed: ['customer'],
        customer: { id: ada.id, firstName: canary, clear: [] },
      }),
      eventOf('APRemovedEvent', removed, {}),
    )
    expect(await service.rowsOf(appointment.id)).toMatchObject({ removed: true, roster: null, customers: [] })
    expect(service.eventsAbout(appointment.id)).toEqual([])
    // the outbox forgets an event shortly after every subscriber has applied it
    await vi.waitFor(async () => expect(await service.everythingStored()).not.toContain(canary), SOON)
  })

  it('stays removed when it is stored while its removal commits', async () => {
    const ada = customer()
    const appointment = anAppointment()
    const removal = await service.pool.connect()
    try {
      await removal.query('BEGIN')
      await removal.query('INSERT INTO appointments (id, removed_at) VALUES ($1, now())', [appointment.id])
      const roster = aRoster({ customers: [ada] })
      const applied = service.publish(eventOf('APScheduledEvent', appointment, { roster, customers: [ada] }))
      const waiting = async () => {
        const { rowCount } = await removal.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'`,
        )
        return rowCount
      }
      await expect.poll(waiting).toBe(1)
      await removal.query('COMMIT')
      await applied
    } finally {
      removal.release()
    }
    expect(await service.rowsOf(appointment.id)).toEqual({
      appointment: null,
      roster: null,
      removed: true,
      customers: [],
      tickets: [],
    })
    // the outbox forgets an event shortly after every subscriber has applied it
    await vi.waitFor(async () => expect(await service.everythingStored()).not.toContain(canary), SOON)
  })

  it('has its dead letters deleted', async () => {
    const { id, appointment } = await service.scheduled({ customers: [] })
    const poison = { id: 'poison', type: 'APUpdatedEvent', key: id, body: { canary }, headers: {} }
    await service.broker.publish(poison)
    const deadLettersOfIt = async () =>
      (await service.broker.deadLetters('participants')).filter(({ message }) => message.key === id).length
    await expect.poll(deadLettersOfIt).toBe(1)
    await service.publish(eventOf('APRemovedEvent', later(appointment), {}))
    await expect.poll(deadLettersOfIt).toBe(0)
  })
})
