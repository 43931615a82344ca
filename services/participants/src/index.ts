export { config, type Config } from './config.ts'
export { searchMetrics } from './metrics.ts'
export { createParticipants, type Overrides } from './service.ts'
