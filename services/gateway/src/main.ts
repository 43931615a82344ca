import { commandOf, createLog, runUntilStopped } from '@appointments/runtime'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './service.ts'

const log = createLog('gateway')
if (commandOf() === 'migrate') log.info('the gateway has no database to migrate')
else
  await runUntilStopped(() => {
    const config = readGatewayConfig(process.env, log)
    log.level = config.LOG_LEVEL
    return createGateway(config, { log })
  }, log)
