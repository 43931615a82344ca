export { config } from './config.ts'
export { createAppointments } from './service.ts'
export { checkMetrics } from './metrics.ts'
