import { runService } from '@appointments/foundation'
import { config } from './config.ts'
import { createAvailability } from './service.ts'

await runService('availability', config, createAvailability)
