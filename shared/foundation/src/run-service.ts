import { topology } from '@appointments/contracts'
import { connectRabbitmq, deadLettersCommand } from '@appointments/broker'
import {
  createLog,
  readConfig,
  runCommand,
  type Commands,
  type Log,
  type Secret,
  type Stoppable,
} from '@appointments/runtime'
import type { telemetrySettings } from '@appointments/telemetry'
import { z } from 'zod'
import { databaseVariable, migrateDatabase } from './database.ts'
import type { ServiceOptions } from './start-service.ts'

/**
 * Runs a service as a program, configured by its environment. Without a command, it serves on RabbitMQ until it is
 * stopped; with one, it runs until the command has ended. `migrate` brings its database up to date; `dead-letters`
 * lists or replays the dead letters of its queue.
 * @param others further commands; `configured` reads the configuration
 */
export function runService<
  Schema extends z.ZodObject<
    { RABBITMQ_URL: z.ZodType<Secret> } & Pick<typeof telemetrySettings, 'LOG_LEVEL'>
  >,
>(
  name: string,
  schema: Schema,
  create: (config: z.output<Schema>, options: ServiceOptions) => Promise<Stoppable>,
  others: (configured: () => z.output<Schema>, log: Log) => Commands = () => ({}),
): Promise<void> {
  const log = createLog(name)
  const configured = () => {
    const config = readConfig(schema, process.env, log)
    log.level = config.LOG_LEVEL
    return config
  }
  return runCommand(
    { name, log },
    async () => {
      const config = configured()
      const url = config.RABBITMQ_URL
      return create(config, {
        connectBroker: () => connectRabbitmq({ url, topology, connectionName: name, log }),
        log,
      })
    },
    {
      async migrate() {
        await migrateDatabase({ name, url: databaseUrlOf(name) }, log)
        log.info('the database is up to date')
      },
      async 'dead-letters'(args) {
        const { RABBITMQ_URL: url } = readConfig(z.object({ RABBITMQ_URL: schema.shape.RABBITMQ_URL }))
        process.stdout.write(await deadLettersCommand(url.current(), name, args))
      },
      ...others(configured, log),
    },
  )
}

/** The URL of a service's database, which is the only setting that a migration job needs. */
function databaseUrlOf(name: string): string {
  const variable = databaseVariable(name)
  return readConfig(z.object({ [variable]: z.string() }))[variable] ?? ''
}
