export { config } from './config.ts'
export { createNotifications } from './service.ts'
export { channelMetrics, dispatchMetrics, dueMetrics, endpointMetrics, sendingMetrics } from './metrics.ts'
