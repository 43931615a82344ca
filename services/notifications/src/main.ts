import { runService } from '@appointments/foundation'
import { config } from './config.ts'
import { createNotifications } from './service.ts'

await runService('notifications', config, createNotifications)
