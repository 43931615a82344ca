import { untilReady } from '@appointments/testing/service-process'
import { GenericContainer, getContainerRuntimeClient } from 'testcontainers'
import type { Environment, Platform } from './platform.ts'
import type { Rabbitmqctl } from './rabbitmq-vhost.ts'
import { realServers } from './real-servers.ts'
import type { Program } from '../service-names.ts'

/** A service's container with the restrictions of a cluster. */
class ServiceContainer extends GenericContainer {
  constructor(image: string) {
    super(image)
    this.hostConfig = { ReadonlyRootfs: true, SecurityOpt: ['no-new-privileges'] }
    this.withDroppedCapabilities('ALL')
    // uses the network of the host, so that servers, provider fakes and tests have the same addresses as for
    // services that run as processes
    this.withNetworkMode('host')
  }
}

/** Each service as a container. @param images by service */
export function containers(env: Environment, images: Partial<Record<Program, string>>): Platform {
  return {
    ...realServers(env),
    async launch(service, own, url) {
      const image = images[service]
      if (image === undefined) throw new Error(`this run has no image of ${service}`)
      const container = await new ServiceContainer(image)
        .withEnvironment({ ...own, HOST: '127.0.0.1' })
        .withLogConsumer((stream) => stream.pipe(process.stdout, { end: false }))
        .start()
      const { container: client } = await getContainerRuntimeClient()
      const started = client.getById(container.getId())
      const state: { exitCode: number | null; signalCode: null } = { exitCode: null, signalCode: null }
      void started.wait().then(
        ({ StatusCode }: { StatusCode: number }) => (state.exitCode = StatusCode),
        // if the engine does not say that the container has ended, the time limit of the start still applies
        () => undefined,
      )
      await untilReady(url, state).catch(async (error: unknown) => {
        await container.stop()
        throw error
      })
      return {
        async end(signal) {
          if (signal === 'SIGKILL') await started.kill()
          await container.stop({ timeout: 30_000 })
        },
      }
    },
  }
}

/** Runs `rabbitmqctl` in the container of the broker. */
export const rabbitmqctlIn =
  (containerId: string): Rabbitmqctl =>
  async (...args) => {
    const { container: client } = await getContainerRuntimeClient()
    const { exitCode, output } = await client.exec(client.getById(containerId), ['rabbitmqctl', ...args])
    if (exitCode !== 0) throw new Error(`rabbitmqctl ${args.join(' ')}: ${output}`)
  }
