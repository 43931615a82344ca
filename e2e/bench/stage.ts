import { setTimeout as pause } from 'node:timers/promises'
import jwt from 'jsonwebtoken'
import { client, type Call } from '../src/client.ts'
import { startServices, type Services } from '../src/start-services.ts'
import { bookings, type Desk } from './operations.ts'
import { seedAppointments } from './seed.ts'
import { benchBackends, JWT_SECRET } from './settings.ts'

const SEEDED = 10_000
/** Time for services to finish what follows a start, such as the first run of the dispatcher. */
const SETTLING_MS = 3000

/** A system of four processes that has appointments, and a caller who works with them. */
export interface Stage extends Desk {
  call: Call
  pid: Services['pid']
  close: () => Promise<void>
}

export const token = () =>
  jwt.sign({ roles: ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'], userId: 'desk-1' }, JWT_SECRET, {
    expiresIn: '3h',
  })

/** Starts every service and fills the system. */
export async function openStage(): Promise<Stage> {
  const backends = await benchBackends()
  const system = await startServices({ as: 'processes', backends })
  const { databases } = system
  const close = async () => {
    await system.close()
    await backends.drop()
  }
  try {
    await seedAppointments(databases.appointments, SEEDED)
    const call = client(system.gatewayUrl, token())
    const desk = { url: system.gatewayUrl, token: token(), booked: await bookings(call) }
    await pause(SETTLING_MS)
    return { ...desk, call, pid: system.pid, close }
  } catch (error) {
    await close()
    throw error
  }
}
