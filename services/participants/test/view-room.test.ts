import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { later, NOW, eventOf } from './builders.ts'
import { PUBLIC_URL, runParticipants, type RunningParticipants } from './running-service.ts'

const NAME = 'a-name-that-cannot-be-guessed'

describe('viewRoom', () => {
  let service: RunningParticipants
  beforeAll(async () => {
    service = await runParticipants()
  })
  afterEach(() => {
    service.clock.current = NOW
  })
  afterAll(() => service.stop())

  const view = (appointmentId: string, room = NAME) =>
    service.administration('GET', `/rooms/${encodeURIComponent(appointmentId)}/${room}`)
  const missing = { status: 404, body: { code: 'ROOM_NOT_FOUND' } }

  async function activated(url = (id: string) => `${PUBLIC_URL}/rooms/${id}/${NAME}`) {
    const scheduled = await service.scheduled()
    const room = {
      url: url(scheduled.id),
      activatedAt: NOW.toISOString(),
      expires: '2027-01-07T14:00:00.000Z',
    }
    const appointment = later(scheduled.appointment, { state: 'ACTIVATED', room })
    await service.publish(eventOf('APActivatedEvent', appointment, { explicit: true }))
    return { ...scheduled, appointment }
  }

  it('returns first names and counts, without ids or contact details [H5.9]', async () => {
    const { id, customer, appointment } = await activated()
    const { status, body } = await view(id)
    const { start, end, timezone, locale, applicationId } = appointment
    expect([status, body]).toEqual([
      200,
      {
        state: 'OPEN',
        applicationId,
        locale,
        expected: {
          ...{ start, end, timezone },
          ...{ customers: ['Ada'], unnamedCustomers: 0, agents: expect.any(Number) as number },
        },
      },
    ])
    for (const hidden of ['agent-', customer.id, customer.email, customer.phone])
      expect(JSON.stringify(body)).not.toContain(hidden)
  })

  it('finds the room under any public URL of the system [H5.9]', async () => {
    const { id } = await activated((one) => `https://other.example/below/rooms/${one}/${NAME}`)
    expect((await view(id)).status).toBe(200)
  })

  it('responds the same for a wrong name, another address and an appointment without a room [H5.9]', async () => {
    const { id } = await activated()
    const elsewhere = await activated(() => `https://video.example/${NAME}`)
    const scheduled = await service.scheduled()
    for (const asked of [
      view(id, 'a-name'),
      view(id, `${NAME}x`),
      view('nowhere'),
      view(elsewhere.id),
      view(scheduled.id),
    ])
      expect(await asked).toMatchObject(missing)
    expect((await view(' \u0000')).status).toBe(400)
  })

  it('responds the same to the gateway of an older release', async () => {
    const { id } = await activated()
    const ask = (room: string) => service.internal('/rooms/view', { appointmentId: id, room })
    expect((await ask(NAME)).body).toEqual((await view(id)).body)
    expect(await ask('another')).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
  })

  it('returns only the state if the appointment is cancelled or the room has expired [H5.9]', async () => {
    const { id, appointment } = await activated()
    const { applicationId, locale } = appointment
    service.clock.current = new Date(appointment.room!.expires)
    expect((await view(id)).body).toEqual({ state: 'EXPIRED', applicationId, locale })
    service.clock.current = NOW
    const cancelled = later(appointment, { state: 'CANCELLED', epoch: 2 })
    await service.publish(eventOf('APCancelledEvent', cancelled, { notify: true }))
    expect((await view(id)).body).toEqual({ state: 'CANCELLED', applicationId, locale })
  })
})
