import { runService } from '@appointments/foundation'
import { config } from './config.ts'
import { rebuild } from './rebuild.ts'
import { createAvailability } from './service.ts'

await runService('availability', config, createAvailability, (configured, log) => ({
  rebuild: async () => rebuild(configured(), log),
}))
