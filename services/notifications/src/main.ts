import { topology } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/messaging'
import { createLog, readConfig, runUntilStopped } from '@appointments/runtime'
import { config } from './config.ts'
import { createNotifications } from './service.ts'

const log = createLog('notifications')

await runUntilStopped(async () => {
  const settings = readConfig(config)
  return createNotifications(settings, {
    connectBroker: () =>
      connectRabbitmq({ url: settings.RABBITMQ_URL, topology, connectionName: 'notifications', log }),
    log,
  })
}, log)
