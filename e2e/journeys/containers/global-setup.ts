import { randomBytes } from 'node:crypto'
import type { ServiceName } from '@appointments/contracts'
import type { TestProject } from 'vitest/node'
import type {} from '@appointments/testing/global-setup'
import { buildImage } from './images.ts'
import { startServers } from './servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Set when services run as containers: their images, and the container of the broker. */
    containers?: { images: Record<ServiceName, string>; rabbitmq: string }
  }
}

/** Vitest's global set-up: servers as containers, and service images built from this tree. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // sequential, because the images share layers
  const images = {
    gateway: await buildImage('gateway'),
    appointments: await buildImage('appointments'),
    participants: await buildImage('participants'),
    notifications: await buildImage('notifications'),
    availability: await buildImage('availability'),
  }
  const { rabbitmqContainer, described, stop, ...servers } = await startServers()
  console.log(`backends: containers ${described}`)
  project.provide('backends', { ...servers, run: `test_${randomBytes(4).toString('hex')}` })
  project.provide('containers', { images, rabbitmq: rabbitmqContainer })
  return stop
}
