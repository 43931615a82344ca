export { config } from './config.ts'
export { createNotifications } from './service.ts'
export {
  channelMetrics,
  dispatchMetrics,
  dueMetrics,
  endpointMetrics,
  sendingMetrics,
  smtpMetrics,
} from './metrics.ts'
