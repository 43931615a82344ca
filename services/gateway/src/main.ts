import { createLog, runCommand } from '@appointments/runtime'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './service.ts'

const log = createLog('gateway')
await runCommand(
  { name: 'gateway', log },
  async () => {
    const config = readGatewayConfig(process.env, log)
    log.level = config.LOG_LEVEL
    return createGateway(config, { log })
  },
  {
    migrate() {
      log.info('the gateway has no database to migrate')
      return Promise.resolve()
    },
  },
)
