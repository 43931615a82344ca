import { config as appointments } from '@appointments/appointments-service'
import { config as availability } from '@appointments/availability-service'
import { config as gateway } from '@appointments/gateway-service'
import { config as notifications } from '@appointments/notifications-service'
import { config as participants } from '@appointments/participants-service'
import { requireConfig, requireFreePort } from '@appointments/runtime'
import { config as web } from '@appointments/web-service'
import { databaseVariables } from './databases.ts'

/**
 * Checks the environment of all services before anything is started.
 * @throws StartupFault that names every wrong variable, or the port if it is in use
 */
export async function checkEnvironment(env: NodeJS.ProcessEnv): Promise<void> {
  // the local system provides the databases that the environment does not name
  const provided = Object.values(databaseVariables).map((variable) => [variable, env[variable] || 'provided'])
  requireConfig([gateway, appointments, participants, notifications, availability, web], {
    ...env,
    ...(Object.fromEntries(provided) as Record<string, string>),
  })
  const port = Number(env.PORT || '8080')
  await requireFreePort({ port, host: env.HOST || '127.0.0.1', variable: 'PORT' })
}
