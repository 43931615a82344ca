import { runService } from '@appointments/foundation'
import { config } from './config.ts'
import { createParticipants } from './service.ts'

await runService('participants', config, createParticipants)
