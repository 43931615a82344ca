import { topology } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/messaging'
import { createLog, readConfig, runUntilStopped } from '@appointments/runtime'
import { config } from './config.ts'
import { createAppointments } from './service.ts'

const log = createLog('appointments')

await runUntilStopped(async () => {
  const settings = readConfig(config)
  return createAppointments(settings, {
    connectBroker: () =>
      connectRabbitmq({ url: settings.RABBITMQ_URL, topology, connectionName: 'appointments', log }),
    log,
  })
}, log)
