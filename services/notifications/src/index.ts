export { config } from './config.ts'
export { createNotifications } from './service.ts'
export { blockedNetworks } from './channels/blocked-addresses.ts'
export { dispatchMetrics, dueMetrics, endpointMetrics, sendingMetrics } from './metrics.ts'
