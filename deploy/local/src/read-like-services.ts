import { existsSync } from 'node:fs'
import { readVariable } from '@appointments/runtime'
import { databaseVariables } from './databases.ts'
import { secretNames } from './local-secrets.ts'

/** Variables that a launcher reads itself. */
const OWN = [...secretNames, ...Object.values(databaseVariables), 'REDIS_URL', 'RABBITMQ_URL']

/**
 * Makes a launcher read its environment as the services do: an empty variable counts as not set, and `NAME_FILE` names a
 * file with the value. The services themselves report a file that is missing.
 */
export function readLikeServices(env: NodeJS.ProcessEnv = process.env): void {
  for (const [name, value] of Object.entries(env)) if (value === '') Reflect.deleteProperty(env, name)
  for (const name of OWN) {
    const file = env[`${name}_FILE`]
    if (file !== undefined && existsSync(file)) env[name] = readVariable(name, env)
  }
}
