import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aCustomerRecord, later, NOW, previousOf, eventOf } from './builders.ts'
import { runParticipants, type RunningParticipants } from './running-service.ts'

describe('resolveTicket', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterEach(() => {
    service.clock.current = NOW
  })
  afterAll(() => service.stop())

  const resolve = (token: string, type = 'ticket') => service.internal('/tickets/resolve', { token, type })
  const rejection = { status: 400, body: { code: 'INVALID_REQUEST' } }
  const because = (reason: string) => ({ status: 400, body: { code: 'INVALID_REQUEST', reason } })

  it.each(['room', 'manage'] as const)(
    'resolves a %s ticket to its appointment and participant',
    async (kind) => {
      const { id, customer } = await service.scheduled({ appointment: { organizationId: 'ours' } })
      const response = await resolve(service.tickets.derive(kind, customer.id, 1))
      expect(response.status).toBe(200)
      expect(response.body).toEqual({
        appointmentId: id,
        kind,
        participantId: customer.id,
        organizationId: 'ours',
        ticketVersion: 1,
        epoch: 2,
        manageEpoch: 2,
        expiresAt: '2027-01-07T14:00:00.000Z',
      })
      expect(service.eventsAbout(id)).toEqual([])
    },
  )

  it('stores only the hash of a ticket', async () => {
    const { id, customer } = await service.scheduled()
    const { tickets } = await service.rowsOf(id)
    expect(tickets.map(({ hash }) => hash).sort()).toEqual(
      (['room', 'manage'] as const)
        .map((kind) => service.tickets.hash(service.tickets.derive(kind, customer.id, 1)))
        .sort(),
    )
  })

  it('rejects unknown tickets', async () => {
    for (const token of ['', 'nonsense', service.tickets.derive('room', 'nobody', 1)])
      expect(await resolve(token)).toMatchObject(because('UNKNOWN'))
    expect(await resolve('nonsense', 'secure-token')).toMatchObject(rejection)
    expect((await resolve('nonsense', 'secure-token')).body).not.toHaveProperty('reason')
  })

  it('follows the version of the manage ticket, and keeps the room ticket', async () => {
    const { id, appointment, customer } = await service.scheduled()
    const moved = later(appointment, { start: '2027-01-07T11:00:00Z', manageVersions: { [customer.id]: 2 } })
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    expect(await resolve(service.tickets.derive('manage', customer.id, 1))).toMatchObject(because('REPLACED'))
    expect((await resolve(service.tickets.derive('manage', customer.id, 2))).body).toMatchObject({
      appointmentId: id,
      ticketVersion: 2,
    })
    expect((await resolve(service.tickets.derive('room', customer.id, 1))).status).toBe(200)
  })

  it('rejects both tickets and the secureToken of a cancelled appointment', async () => {
    const { id, appointment, roster, customer } = await service.scheduled()
    const secureToken = service.secureTokens.of({ appointment, roster })
    expect((await resolve(secureToken, 'secure-token')).status).toBe(200)
    const cancelled = later(appointment, { state: 'CANCELLED', epoch: 2 })
    await service.publish(eventOf('APCancelledEvent', cancelled, { notify: true }))
    expect((await service.rowsOf(id)).tickets).toEqual([])
    for (const kind of ['room', 'manage'] as const)
      expect(await resolve(service.tickets.derive(kind, customer.id, 1))).toMatchObject(because('CANCELLED'))
    expect(await resolve(secureToken, 'secure-token')).toMatchObject(rejection)
    const anew = service.secureTokens.of({ appointment: cancelled, roster })
    expect(await resolve(anew, 'secure-token')).toMatchObject(rejection)
  })

  it('resolves a secureToken to the only customer, or to no customer if there are several', async () => {
    const alone = await service.scheduled()
    const { body } = await resolve(service.secureTokens.of(alone), 'secure-token')
    expect(body).toMatchObject({ appointmentId: alone.id, kind: 'room', participantId: alone.customer.id })
    const several = await service.scheduled({ customers: [aCustomerRecord(), aCustomerRecord()] })
    const response = await resolve(service.secureTokens.of(several), 'secure-token')
    expect(response.status).toBe(200)
    expect(response.body).not.toHaveProperty('participantId')
  })

  it('revokes a secureToken when a participant is added or removed, but no manage link [H1.2] [H9.4]', async () => {
    const { id, customer, ...whole } = await service.scheduled()
    const manage = service.tickets.derive('manage', customer.id, 1)
    const secureTokens = [service.secureTokens.of(whole)]
    const read = async () => (await service.v2('GET', `/${id}/participants/${customer.id}`)).status
    for (const [method, path, body] of [
      ['POST', '/participants/agents', { id, userId: 'agent-2' }],
      ['POST', '/participants/customers', { id, customer: { username: 'grace' } }],
      ['DELETE', `/${id}/participants/agent-2`, undefined],
    ] as const) {
      expect((await service.v2(method, path, { body })).status).toBe(200)
      expect(await read()).toBe(200)
      const { appointment, roster } = await service.rowsOf(id)
      secureTokens.push(service.secureTokens.of({ appointment: appointment!, roster: roster! }))
      const [newest, ...older] = secureTokens.toReversed()
      expect((await resolve(newest!, 'secure-token')).status).toBe(200)
      for (const token of older) expect(await resolve(token, 'secure-token')).toMatchObject(rejection)
      expect((await resolve(manage)).body).toMatchObject({ participantId: customer.id, manageEpoch: 2 })
    }
    await service.v2('PUT', '/reassign', { body: { id, userId: 'agent-3' } })
    expect((await resolve(manage)).body).toMatchObject({ epoch: 6, manageEpoch: 3 })
  })

  it('returns only the reason for a former ticket, and deletes the ticket with its customer', async () => {
    const { id, appointment, customer } = await service.scheduled()
    const other = await service.v2('POST', '/participants/customers', {
      body: { id, customer: { username: 'grace' } },
    })
    const otherId = (other.body as { id: string }).id
    const former = (participantId: string) => service.tickets.derive('manage', participantId, 1)
    const manageVersions = { [customer.id]: 2, [otherId]: 2 }
    const moved = later(appointment, { start: '2027-01-07T11:00:00Z', manageVersions })
    await service.publish(eventOf('APRescheduledEvent', moved, previousOf(appointment)))
    const { body } = await resolve(former(customer.id))
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', reason: 'REPLACED' })
    for (const hidden of [id, customer.id, '11:00']) expect(JSON.stringify(body)).not.toContain(hidden)
    await service.v2('DELETE', `/${id}/participants/${otherId}`)
    expect(await resolve(former(otherId))).toMatchObject(because('UNKNOWN'))
    service.clock.current = new Date('2027-01-08T12:00:00Z')
    expect(await resolve(former(customer.id))).toMatchObject(because('OVER'))
    service.clock.current = NOW
    const cancelled = later(moved, { state: 'CANCELLED', epoch: 2 })
    await service.publish(eventOf('APCancelledEvent', cancelled, { notify: true }))
    for (const version of [1, 2])
      expect(await resolve(service.tickets.derive('manage', customer.id, version))).toMatchObject(
        because('CANCELLED'),
      )
    await service.publish(eventOf('APRemovedEvent', later(cancelled), {}))
    expect(await resolve(former(customer.id))).toMatchObject(because('UNKNOWN'))
    expect(await service.everythingStored()).not.toContain(service.tickets.hash(former(customer.id)))
  })

  it('rejects all tickets after the room has expired', async () => {
    const { appointment, roster, customer } = await service.scheduled()
    service.clock.current = new Date('2027-01-07T14:00:00Z')
    expect(await resolve(service.tickets.derive('room', customer.id, 1))).toMatchObject(because('OVER'))
    expect(await resolve(service.secureTokens.of({ appointment, roster }), 'secure-token')).toMatchObject(
      rejection,
    )
  })
})
