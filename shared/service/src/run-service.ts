import { topology } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/messaging'
import { createLog, readConfig, runUntilStopped, type Stoppable } from '@appointments/runtime'
import type { z } from 'zod'
import type { Surroundings } from './start-service.ts'

/** Runs a service as a program: configured by its environment, on RabbitMQ, until it is told to stop. */
export function runService<Schema extends z.ZodObject<{ RABBITMQ_URL: z.ZodType<string> }>>(
  name: string,
  schema: Schema,
  create: (config: z.output<Schema>, surroundings: Surroundings) => Promise<Stoppable>,
): Promise<void> {
  const log = createLog(name)
  return runUntilStopped(async () => {
    const config = readConfig(schema)
    const url = config.RABBITMQ_URL
    return create(config, {
      connectBroker: () => connectRabbitmq({ url, topology, connectionName: name, log }),
      log,
    })
  }, log)
}
