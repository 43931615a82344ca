import { setTimeout as pause } from 'node:timers/promises'
import jwt from 'jsonwebtoken'
import { client, type Call } from '../src/client.ts'
import { servicesAsProcesses, type ProcessRunner } from '../src/services-as-processes.ts'
import { bookings, type Desk } from './operations.ts'
import { seedAppointments } from './seed.ts'
import { services } from '../src/service-names.ts'
import { freshSettings, JWT_SECRET, rabbitmqUrl } from './settings.ts'

const SEEDED = 10_000
/** What services do after a start, such as their first look at what is due, is over by then. */
const SETTLING_MS = 3000

/** A system of four processes that has appointments, with somebody who works at it. */
export interface Stage extends Desk {
  call: Call
  pid: ProcessRunner['pid']
  close: () => Promise<void>
}

export const token = () =>
  jwt.sign({ roles: ['ROLE_SUPERVISOR', 'ROLE_CLIENT_SERVICE'], userId: 'desk-1' }, JWT_SECRET, {
    expiresIn: '3h',
  })

/** Starts every service and fills the system. */
export async function openStage(): Promise<Stage> {
  const { databases, env } = await freshSettings()
  const system = await servicesAsProcesses(env, rabbitmqUrl)
  const close = async () => {
    for (const service of [...services].reverse()) await system.stop(service)
    await system.close()
  }
  try {
    for (const service of services) await system.start(service)
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
