import { runService } from '@appointments/foundation'
import { config } from './config.ts'
import { createAppointments } from './service.ts'

await runService('appointments', config, createAppointments)
