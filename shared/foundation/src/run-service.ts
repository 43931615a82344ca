import { topology } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/broker'
import { createLog, readConfig, runCommand, type Secret, type Stoppable } from '@appointments/runtime'
import type { telemetrySettings } from '@appointments/telemetry'
import { z } from 'zod'
import { databaseVariable, migrateDatabase } from './database.ts'
import type { ServiceOptions } from './start-service.ts'

/**
 * Runs a service as a program, configured by its environment: on RabbitMQ until it is stopped or, with the command
 * `migrate`, only until its database is up to date.
 */
export function runService<
  Schema extends z.ZodObject<
    { RABBITMQ_URL: z.ZodType<Secret> } & Pick<typeof telemetrySettings, 'LOG_LEVEL'>
  >,
>(
  name: string,
  schema: Schema,
  create: (config: z.output<Schema>, options: ServiceOptions) => Promise<Stoppable>,
): Promise<void> {
  const log = createLog(name)
  return runCommand(
    { name, log },
    {
      async serve() {
        const config = readConfig(schema, process.env, log)
        log.level = config.LOG_LEVEL
        const url = config.RABBITMQ_URL
        return create(config, {
          connectBroker: () => connectRabbitmq({ url, topology, connectionName: name, log }),
          log,
        })
      },
      async migrate() {
        await migrateDatabase({ name, url: databaseUrlOf(name) }, log)
        log.info('the database is up to date')
      },
    },
  )
}

/** The URL of a service's database, which is the only setting that a migration job needs. */
function databaseUrlOf(name: string): string {
  const variable = databaseVariable(name)
  return readConfig(z.object({ [variable]: z.string() }))[variable] ?? ''
}
