export { config } from './config.ts'
export { createAppointments } from './service.ts'
export { assignmentMetrics, checkMetrics, waitingMetrics } from './metrics.ts'
