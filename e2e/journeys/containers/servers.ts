import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers'

/** The servers of a run, as containers. */
export interface Servers {
  postgresUrl: string
  rabbitmqUrl: string
  redisUrl: string
  /** id of the container in which `rabbitmqctl` can be run */
  rabbitmqContainer: string
  /** e.g. `postgres:18 · rabbitmq:4 · redis:7` */
  described: string
  stop: () => Promise<void>
}

/** Starts PostgreSQL, RabbitMQ and Redis from the official images, unless `E2E_*_IMAGE` names others. */
export async function startServers(
  {
    E2E_POSTGRES_IMAGE: postgresImage = 'postgres:18',
    E2E_RABBITMQ_IMAGE: rabbitmqImage = 'rabbitmq:4',
    E2E_REDIS_IMAGE: redisImage = 'redis:7',
  }: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Servers> {
  const started = await Promise.allSettled([
    new GenericContainer(postgresImage)
      .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .withExposedPorts(5432)
      // PostgreSQL listens on its port only after it has created its databases
      .withWaitStrategy(Wait.forListeningPorts())
      .start(),
    new GenericContainer(rabbitmqImage)
      .withExposedPorts(5672)
      .withWaitStrategy(Wait.forLogMessage(/Server startup complete/))
      .start(),
    new GenericContainer(redisImage)
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forListeningPorts())
      .start(),
  ])
  const containers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async () => {
    await Promise.all(containers.map((one) => one.stop()))
  }
  const failed = started.find((one) => one.status === 'rejected')
  const [postgres, rabbitmq, redis] = containers
  if (failed || !postgres || !rabbitmq || !redis) {
    await stop()
    throw failed?.reason
  }
  const at = (container: StartedTestContainer, port: number) =>
    `${container.getHost()}:${container.getMappedPort(port)}`
  return {
    postgresUrl: `postgres://postgres:postgres@${at(postgres, 5432)}/postgres`,
    rabbitmqUrl: `amqp://guest:guest@${at(rabbitmq, 5672)}`,
    redisUrl: `redis://${at(redis, 6379)}`,
    rabbitmqContainer: rabbitmq.getId(),
    described: [postgresImage, rabbitmqImage, redisImage].join(' · '),
    stop,
  }
}
