import { createLog, readConfig, runCommand } from '@appointments/runtime'
import { config as schema } from './config.ts'
import { createWeb } from './service.ts'

const log = createLog('web')
await runCommand(
  { name: 'web', log },
  async () => {
    const config = readConfig(schema, process.env, log)
    log.level = config.LOG_LEVEL
    return createWeb(config, { log })
  },
  {
    migrate() {
      log.info('the web service has no database to migrate')
      return Promise.resolve()
    },
  },
)
