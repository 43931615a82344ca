import { createLog, runUntilStopped } from '@appointments/runtime'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './service.ts'

const log = createLog('gateway')
await runUntilStopped(() => createGateway(readGatewayConfig(), { log }), log)
