export { config, type Config } from './config.ts'
export { createAvailability } from './service.ts'
export { availabilityMetrics, projectionMetrics } from './metrics.ts'
