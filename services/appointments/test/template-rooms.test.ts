import { expect, it } from 'vitest'
import { templateRooms } from '../src/rooms/room-provider.ts'

const appointment = { id: 'appointment-1', start: '2027-01-12T09:00:00Z', end: '2027-01-12T09:30:00Z' }

it('a room address contains the appointment id and an unguessable name [H5.9]', async () => {
  const rooms = templateRooms('https://appointments.example/rooms/{id}/{room}')
  const [one, other] = await Promise.all([rooms.open(appointment), rooms.open(appointment)])
  expect(one).toMatch(/^https:\/\/appointments\.example\/rooms\/appointment-1\/[\w-]{22}$/)
  expect(one).not.toBe(other)
})

it('a template without the id is supported [H5.9]', async () => {
  expect(await templateRooms('https://video.example/{room}').open(appointment)).toMatch(
    /^https:\/\/video\.example\/[\w-]{22}$/,
  )
})
