export { config } from './config.ts'
export { createAppointments } from './service.ts'
export {
  assignmentMetrics,
  availabilityLagMetrics,
  checkMetrics,
  feedMetrics,
  holdMetrics,
  waitingMetrics,
} from './metrics.ts'
