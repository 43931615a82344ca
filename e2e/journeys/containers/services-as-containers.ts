import type { ServiceName } from '@appointments/contracts'
import { untilReady } from '@appointments/testing/service-process'
import { GenericContainer, getContainerRuntimeClient } from 'testcontainers'
import type { Rabbitmqctl } from '../../src/rabbitmq-vhost.ts'
import type { Environment, Runner } from '../../src/runner.ts'
import { servicesApart, type RunningService } from '../../src/services-apart.ts'

/** A service's container as strict as a cluster runs it. */
class ServiceContainer extends GenericContainer {
  constructor(image: string) {
    super(image)
    this.hostConfig = { ReadonlyRootfs: true, SecurityOpt: ['no-new-privileges'] }
    this.withDroppedCapabilities('ALL')
    // on the network of this machine, so that servers, stand-ins of providers and tests are where they are for
    // services that run as processes
    this.withNetworkMode('host')
  }
}

/** Each service as a container, against servers that run as containers too. */
export function servicesAsContainers(
  env: Environment,
  rabbitmqUrl: string,
  { images, rabbitmq }: { images: Record<ServiceName, string>; rabbitmq: string },
): Promise<Runner> {
  return servicesApart(env, {
    rabbitmqUrl,
    rabbitmqctl: rabbitmqctlIn(rabbitmq),
    launch: (service, environment, url) => launchContainer(images[service], environment, url),
  })
}

async function launchContainer(image: string, env: Environment, url: string): Promise<RunningService> {
  const container = await new ServiceContainer(image)
    .withEnvironment({ ...env, HOST: '127.0.0.1' })
    .withLogConsumer((stream) => stream.pipe(process.stdout, { end: false }))
    .start()
  await untilReady(url, { exitCode: null, signalCode: null }).catch(async (error: unknown) => {
    await container.stop()
    throw error
  })
  const { container: client } = await getContainerRuntimeClient()
  return {
    async end(signal) {
      if (signal === 'SIGKILL') await client.getById(container.getId()).kill()
      await container.stop({ timeout: 30_000 })
    },
  }
}

const rabbitmqctlIn =
  (containerId: string): Rabbitmqctl =>
  async (...args) => {
    const { container: client } = await getContainerRuntimeClient()
    const { exitCode, output } = await client.exec(client.getById(containerId), ['rabbitmqctl', ...args])
    if (exitCode !== 0) throw new Error(`rabbitmqctl ${args.join(' ')}: ${output}`)
  }
