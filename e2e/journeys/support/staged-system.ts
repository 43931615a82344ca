import { startSmtpServer, type SmtpFake } from '@appointments/testing'
import { setStage, type Stage } from './access-stage.ts'
import { watchDatabases, type Databases } from '../../src/databases.ts'
import type { Environment } from '../../src/platforms/platform.ts'
import { startServices, type Services } from '../../src/start-services.ts'
import { tokenSettings } from '../../src/tokens.ts'

/** A running system with prepared objects, and a view of its stored and sent data. */
export interface StagedSystem {
  system: Services
  smtp: SmtpFake
  stage: Stage
  databases: Databases
  close: () => Promise<void>
}

/**
 * Starts a system in which applications have to be registered, and prepares its objects.
 * @param prepare makes the permanent objects; their events are not recorded
 */
export async function startStagedSystem(
  prepare: (stage: Stage) => Promise<void>,
  env: Environment = {},
): Promise<StagedSystem> {
  const smtp = await startSmtpServer()
  const system = await startServices({
    env: {
      ...tokenSettings,
      APPLICATIONS: 'registered',
      SMTP_URL: smtp.url,
      DEV_VIEWER: 'false',
      ...env,
    },
  })
  const stage = await setStage(system.gatewayUrl, smtp)
  await prepare(stage)
  const databases = await watchDatabases(system)
  return {
    system,
    smtp,
    stage,
    databases,
    async close() {
      await databases.close()
      await system.close()
      await smtp.stop()
    },
  }
}
