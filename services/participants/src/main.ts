import { topology } from '@appointments/contracts'
import { connectRabbitmq } from '@appointments/messaging'
import { createLog, readConfig, runUntilStopped } from '@appointments/runtime'
import { config } from './config.ts'
import { createParticipants } from './service.ts'

const log = createLog('participants')

await runUntilStopped(async () => {
  const settings = readConfig(config)
  const service = await createParticipants(settings, {
    connectBroker: () =>
      connectRabbitmq({ url: settings.RABBITMQ_URL, topology, connectionName: 'participants', log }),
    log,
  })
  log.info({ address: service.url }, 'participants listens')
  return service
}, log)
